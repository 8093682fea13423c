// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items that fill whole 16-byte words, or three quarters of one, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 12 bytes, aligned to 4") { gpu::check_alignments_of_size<12, 4>(); }
TEST_CASE("alignment: 16 bytes, aligned to 4") { gpu::check_alignments_of_size<16, 4>(); }
TEST_CASE("alignment: 16 bytes, aligned to 16") { gpu::check_alignments_of_size<16, 16>(); }
