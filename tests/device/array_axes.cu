// SPDX-License-Identifier: Apache-2.0
// Axes of arrays of four dimensions: every group gives the tree over its own items, for any strides.
#include "layouts.cuh"

TEST_CASE("axes of which a group's items lie side by side for a while") {
    const auto items = support::make_items(500'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t run : {8, 20, 64, 256})
        for (const index_t offset : {0, 1, 4}) {
            const support::array_shape<4> shape{{6, 40, 5, run}, {200 * run, 5 * run, run, 1}};
            gpu::check_axes<1, 3>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_last_block, offset);
            gpu::check_axes<0, 3>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_last_block, offset);
        }
}

TEST_CASE("axes of arrays of four dimensions and any strides") {
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    auto random = support::random_source(930);
    for (int i = 0; i < 30; ++i) {
        const auto shape = support::some_shape<4>(random, 60'000);
        gpu::check_axes<1, 3>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_last_block);
        gpu::check_axes<0, 2>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_last_block);
        gpu::check_axes<2, 1>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_last_block);
    }
}
