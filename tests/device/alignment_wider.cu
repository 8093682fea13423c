// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items of 24 and 32 bytes, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 24 bytes, aligned to 8") { gpu::check_alignments_of_size<24, 8>(); }
TEST_CASE("alignment: 32 bytes, aligned to 1") { gpu::check_alignments_of_size<32, 1>(); }
TEST_CASE("alignment: 32 bytes, aligned to 32") { gpu::check_alignments_of_size<32, 32>(); }
