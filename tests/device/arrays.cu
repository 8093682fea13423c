// SPDX-License-Identifier: Apache-2.0
// Arrays of two dimensions: every group gives the tree over its own items, for any size and strides.
#include "layouts.cuh"

namespace {

template <class T, class Make, class Op>
void check_columns(index_t items, const Make& make, const T& init, const Op& op) {
    const auto host = support::make_items(items, make);
    const gpu::buffer<T> x(host);
    for (const index_t width : {1, 2, 3, 4, 7, 16, 31, 33, 64, 100, 128, 255, 1000, 40'000})
        for (const index_t padding : {0, 3}) {
            const index_t height =
                std::min<index_t>(items / (width + padding), width < 100 ? 5'000'000 : 100'000);
            gpu::check_axes<0>(x, host, support::array_shape<2>{{height, width}, {width + padding, 1}}, init,
                               op, gpu::for_last_block);
        }
}

}  // namespace

TEST_CASE("columns of any width and height: the mix, by every policy") {
    const auto items = support::make_items(400'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t width : {0, 1, 2, 3, 5, 16, 33, 64, 129, 300, 4000})
        for (const index_t height : {0, 1, 2, 3, 8, 9, 31, 100, 1025, 30'000})
            gpu::check_axes<0>(x, items, support::array_shape<2>{{height, width}, {width + width % 3, 1}},
                               gpu::mix_init, gpu::mix{}, gpu::for_each_policy);
}

TEST_CASE("columns: the mix, in shapes by hand") {
    const auto items = support::make_items(60'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const impulse::shape& shape : gpu::shapes())
        for (const index_t width : {2, 7, 100})
            gpu::check_axes<0>(x, items, support::array_shape<2>{{60'000 / width, width}, {width, 1}},
                               gpu::mix_init, gpu::mix{}, gpu::each_policy_in(shape));
}

TEST_CASE("columns of large matrices without gaps, which a warp stages where a card copies rows at once") {
    const auto items = support::make_items(36 << 20, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t width : {3, 9, 33, 63})
        gpu::check_axes<0>(x, items, support::array_shape<2>{{(36 << 20) / width, width}, {width, 1}},
                           gpu::mix_init, gpu::mix{}, gpu::for_last_block);
}

TEST_CASE("columns of floats, and of what takes several words") {
    check_columns(3'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{});
    check_columns(1'000'000, support::make_matrix{}, support::matrix{}, support::matrix_product{});
}

TEST_CASE("columns that are words, and that are not because of how the array begins, or its rows") {
    const auto items = support::make_items(500'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    for (const index_t width : {16, 20, 64, 128, 132, 1024, 40'000})
        for (const index_t padding : {0, 1, 4})
            for (const index_t offset : {0, 1, 3, 4})
                for (const index_t height :
                     {index_t{1}, index_t{8}, 300'000 / (width + padding), 499'000 / (width + padding)})
                    gpu::check_axes<0>(x, items,
                                       support::array_shape<2>{{height, width}, {width + padding, 1}}, 0.1f,
                                       impulse::plus{}, gpu::for_last_block, offset);
}

TEST_CASE("axes of arrays of any strides, by every policy") {
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    auto random = support::random_source(930);
    for (int i = 0; i < 30; ++i) {
        const auto shape = support::some_shape<2>(random, 100'000);
        gpu::check_axes<0>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_each_policy);
        gpu::check_axes<1>(x, items, shape, gpu::mix_init, gpu::mix{}, gpu::for_each_policy);
    }
}

TEST_CASE("columns: captured with a workspace, by every policy") {
    const auto items = support::make_items(40'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const array_view<const std::uint64_t, 2> view{items.data(), {1000, 40}, {40, 1}};
    const auto columns =
        impulse::columns(impulse::matrix_view{static_cast<const std::uint64_t*>(x.data()), 1000, 40});
    gpu::check_replayed(columns, support::trees_of(view, 1, gpu::mix_init, gpu::mix{}));
}
