// SPDX-License-Identifier: Apache-2.0
// The plain CUDA of examples/exercises, on fibers: the dot product with a shared-memory cache and a tree,
// whose last step runs on the CPU or on the GPU.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/gpu.hpp>

#include "../../examples/exercises/classic_dot.cuh"

TEST_CASE("the dot product by cache and tree" * doctest::skip(support::under_thread_sanitizer)) {
    using emulated::turns;
    for (const turns order : {turns::oldest, turns::newest, turns::by_chance})
        for (const int n : {0, 1, 255, 256, 5000})
            // Once more blocks than a block has threads, for add_up_blocks.
            for (const int blocks : {1, 3, n == 5000 ? 300 : 30}) {
                CAPTURE(n);
                CAPTURE(blocks);
                emulated::gpu on(order);
                std::vector<float> x(static_cast<std::size_t>(n) + 1), y(x.size());
                std::iota(x.begin(), x.end(), -3.f);
                for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(i % 7) - 3;
                std::vector<float> of_blocks(static_cast<std::size_t>(blocks), -1.f), sum(2, -1.f);
                on.share(x, y, of_blocks, sum);
                on.launch(exercises::dot_of_blocks, blocks, exercises::dot_block, x.data(), y.data(), n,
                          of_blocks.data());
                const float expected = std::inner_product(x.begin(), x.begin() + n, y.begin(), 0.f);
                CHECK(std::accumulate(of_blocks.begin(), of_blocks.end(), 0.f) == expected);
                on.launch(exercises::add_up_blocks, 1, exercises::dot_block, of_blocks.data(), blocks,
                          sum.data());
                CHECK(sum[0] == expected);
                CHECK(sum[1] == -1.f);
            }
}
