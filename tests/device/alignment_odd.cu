// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items whose size divides no 16-byte word, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 3 bytes, aligned to 1") { gpu::check_alignments_of_size<3, 1>(); }
TEST_CASE("alignment: 5 bytes, aligned to 1") { gpu::check_alignments_of_size<5, 1>(); }
TEST_CASE("alignment: 6 bytes, aligned to 2") { gpu::check_alignments_of_size<6, 2>(); }
