// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items of 48 and 64 bytes, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 48 bytes, aligned to 1") { gpu::check_alignments_of_size<48, 1>(); }
TEST_CASE("alignment: 64 bytes, aligned to 8") { gpu::check_alignments_of_size<64, 8>(); }
