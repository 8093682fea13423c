// SPDX-License-Identifier: Apache-2.0
// Items of up to 24 bytes, at every offset; and two inputs, each at an offset of its own.
#include "alignment.cuh"

#include <impulse/sums.hpp>

TEST_CASE("alignment: 1 byte") { gpu::check_alignments<1, std::uint8_t>(); }
TEST_CASE("alignment: 2 bytes") { gpu::check_alignments<2, std::uint8_t>(); }
TEST_CASE("alignment: 3 bytes") { gpu::check_alignments<3, std::uint8_t>(); }
TEST_CASE("alignment: 4 bytes") { gpu::check_alignments<4, std::uint16_t>(); }
TEST_CASE("alignment: 8 bytes") { gpu::check_alignments<8, std::uint32_t>(); }
TEST_CASE("alignment: 12 bytes") { gpu::check_alignments<12, std::uint32_t>(); }
TEST_CASE("alignment: 16 bytes") { gpu::check_alignments<16, std::uint64_t>(); }
TEST_CASE("alignment: 20 bytes") { gpu::check_alignments<20, std::uint8_t>(); }
TEST_CASE("alignment: 24 bytes") { gpu::check_alignments<24, std::uint64_t>(); }

TEST_CASE("alignment: dot products, at every pair of offsets") {
    using gpu::index_t;
    const gpu::make_uneven<float> make_x;
    const gpu::make_uneven<float> make_y{index_t{1} << 40};
    for (const index_t n : {100, 40'000}) {
        std::vector<float> products;
        for (index_t i = 0; i < n; ++i) {
            volatile float rounded = make_x(i) * make_y(i);
            products.push_back(float{rounded});
        }
        const float expected = impulse::tree_fold(products, 0.0f);
        const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
        const gpu::memory space_x(bytes + 12), space_y(bytes + 12);
        for (std::size_t offset = 0; offset < 16; offset += sizeof(float))
            for (std::size_t other = 0; other < 16; other += sizeof(float)) {
                auto* const x = reinterpret_cast<float*>(space_x.at(offset));
                auto* const y = reinterpret_cast<float*>(space_y.at(other));
                gpu::fill(x, n, make_x);
                gpu::fill(y, n, make_y);
                CAPTURE(offset);
                CAPTURE(other);
                const float got = impulse::dot(impulse::last_block.on(impulse::device), x, x + n, y);
                gpu::check_equal("dot", n, gpu::same_bits(got, expected));
            }
    }
}
