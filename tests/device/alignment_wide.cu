// SPDX-License-Identifier: Apache-2.0
// Items of 32 to 256 bytes, at every offset.
#include "alignment.cuh"

TEST_CASE("alignment: 32 bytes") { gpu::check_alignments<32, std::uint32_t>(); }
TEST_CASE("alignment: 40 bytes") { gpu::check_alignments<40, std::uint64_t>(); }
TEST_CASE("alignment: 48 bytes") { gpu::check_alignments<48, std::uint32_t, 16>(); }
TEST_CASE("alignment: 64 bytes") { gpu::check_alignments<64, std::uint32_t>(); }
TEST_CASE("alignment: 72 bytes") { gpu::check_alignments<72, std::uint64_t>(); }
TEST_CASE("alignment: 96 bytes") { gpu::check_alignments<96, std::uint32_t>(); }
TEST_CASE("alignment: 128 bytes") { gpu::check_alignments<128, std::uint64_t>(); }
TEST_CASE("alignment: 256 bytes") { gpu::check_alignments<256, std::uint64_t>(); }
