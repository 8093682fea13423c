// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items of 4 and 8 bytes, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 4 bytes, aligned to 1") { gpu::check_alignments_of_size<4, 1>(); }
TEST_CASE("alignment: 4 bytes, aligned to 4") { gpu::check_alignments_of_size<4, 4>(); }
TEST_CASE("alignment: 8 bytes, aligned to 2") { gpu::check_alignments_of_size<8, 2>(); }
TEST_CASE("alignment: 8 bytes, aligned to 8") { gpu::check_alignments_of_size<8, 8>(); }
