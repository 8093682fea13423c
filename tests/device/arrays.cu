// SPDX-License-Identifier: Apache-2.0
// Arrays of two dimensions: every group gives the tree over its own items, for any size and strides.
#include "layouts.cuh"
#include "one_multiprocessor.cuh"

#include <impulse/host.hpp>

namespace {

/// It shows the order of its operands and of its calls.
struct difference {
    template <class T>
    IMPULSE_SHARED T operator()(const T& a, const T& b) const {
        return a - b;
    }
};

/// Compares columns without gaps, which a warp stages where a card copies rows at once, with the host's.
template <class Place, class T, class Policies>
void check_staged(const Place& place, const T* on_gpu, const T* on_host, index_t height, index_t width,
                  const Policies& for_each) {
    CAPTURE(height);
    CAPTURE(width);
    constexpr T begin{3};
    const impulse::matrix_view all{on_gpu, height, width};
    std::vector<T> expected(static_cast<std::size_t>(width));
    impulse::reduce_into(impulse::last_block.on(impulse::host),
                         impulse::columns(impulse::matrix_view{on_host, height, width}), expected.data(),
                         begin, difference{});
    const gpu::buffer<T> out(width);
    for_each([&](const std::string& name, const auto& policy) {
        const auto how = policy.on(place);
        CHECK(gpu::stages_as_card_does(
            impulse::reduce_into.plan(how, impulse::columns(all), out.data(), begin, difference{})));
        impulse::reduce_into(how, impulse::columns(all), out.data(), begin, difference{});
        gpu::must(cudaDeviceSynchronize());
        gpu::check_results(name, out, expected);
    });
}

/// The smallest inputs that a whole card stages, or a little more.
template <class T>
void check_large_staged(std::initializer_list<index_t> widths) {
    const impulse::capacity card = gpu::this_card();
    const gpu::stream s;
    const index_t least = card.tuned.staged_column_bytes * card.resident / index_t{sizeof(T)};
    const auto x = gpu::made(least + 80'000, gpu::make_uneven<T>{});
    const auto items = gpu::download(x);
    for (const index_t width : widths)
        check_staged(impulse::device_place{s}, x.data(), items.data(), least / width + 1001, width,
                     gpu::for_last_block);
}

/// Small inputs that one multiprocessor stages, from different positions in a word on.
template <class T>
void check_small_staged(std::initializer_list<index_t> widths) {
    const gpu::stream s;
    const auto items = support::make_items((index_t{200} << 10) / index_t{sizeof(T)}, gpu::make_uneven<T>{});
    const gpu::buffer<T> x(items);
    for (const index_t width : widths)
        for (const index_t before : {0, 1, 2, 4}) {
            CAPTURE(before);
            const index_t height = x.size() / width - 7 * before - 1;
            for (const impulse::shape& shape : {impulse::shape{}, impulse::shape{.blocks = 1, .threads = 32},
                                                impulse::shape{.blocks = 3, .threads = 96}})
                check_staged(gpu::one_multiprocessor{{s}}, x.data() + before, items.data() + before, height,
                             width, gpu::each_policy_in(shape));
        }
}

/// Some of them in memory that the GPU reaches.
void check_staged_in(const std::string& kind, float* x) {
    CAPTURE(kind);
    const gpu::stream s;
    const auto items = support::make_items(50'000, gpu::make_uneven<float>{});
    std::copy(items.begin(), items.end(), x);
    for (const index_t width : {3, 10})
        check_staged(gpu::one_multiprocessor{{s}}, static_cast<const float*>(x), items.data(),
                     50'000 / width - 1, width, gpu::for_last_block);
}

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
    check_large_staged<float>({3, 5, 7, 10});
    check_large_staged<double>({3, 9, 33, 63});
}

TEST_CASE("columns without gaps that one multiprocessor stages: floats and doubles, by every policy") {
    check_small_staged<float>({3, 5, 6, 7, 9, 10});
    check_small_staged<double>({3, 33, 63});
}

TEST_CASE("columns without gaps that a warp stages from managed, pinned and pageable memory") {
    void* memory = nullptr;
    gpu::must(cudaMallocManaged(&memory, 50'000 * sizeof(float)));
    check_staged_in("managed", static_cast<float*>(memory));
    gpu::must(cudaFree(memory));
    gpu::must(cudaHostAlloc(&memory, 50'000 * sizeof(float), cudaHostAllocDefault));
    check_staged_in("pinned", static_cast<float*>(memory));
    gpu::must(cudaFreeHost(memory));
    if (gpu::reaches_pageable_memory()) check_staged_in("pageable", std::vector<float>(50'000).data());
}

TEST_CASE("columns without gaps that a warp stages: in a graph that runs ten times") {
    const gpu::stream s;
    const auto items = support::make_items(50'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items), out(7);
    const auto of = [](const float* first) {
        return impulse::columns(impulse::matrix_view{first, 7'141, 7});
    };
    const auto how = impulse::last_block.on(gpu::one_multiprocessor{{s}});
    std::vector<float> expected(7);
    impulse::reduce_into(impulse::last_block.on(impulse::host), of(items.data()), expected.data(), 3.f,
                         difference{});
    impulse::workspace space(impulse::workspace_bytes(how, of(x.data()), out.data(), 3.f, difference{}), {s});
    const gpu::graph replayed(gpu::captured(
        s, [&] { impulse::reduce_into(how.with(space), of(x.data()), out.data(), 3.f, difference{}); }));
    for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
    s.wait();
    gpu::check_results("replayed", out, expected);
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
