// SPDX-License-Identifier: Apache-2.0
// Rows and columns of mdspans, of iterators and of a captured call; aggregates and positions of each.
#include "layouts.cuh"

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/statistics.hpp>

#include <thrust/iterator/transform_iterator.h>
#include <cuda/std/mdspan>

#include <algorithm>

using impulse::matrix_view;

namespace {

namespace md = cuda::std;

struct twice {
    IMPULSE_SHARED std::uint64_t operator()(std::uint64_t x) const { return 2 * x; }
};

}  // namespace

TEST_CASE("arrays: mdspan of every layout, and the same bits of all") {
    const index_t height = 300;
    const index_t width = 70;
    const auto items = support::make_items(height * (width + 5), gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    using extents = md::dextents<int, 2>;
    const md::mdspan<const float, extents, md::layout_right> right(x.data(), extents(height, width));
    const md::mdspan<const float, extents, md::layout_left> left(x.data(), extents(width, height));
    const md::layout_stride::mapping<extents> padding(extents(height, width),
                                                      md::array<int, 2>{width + 5, 1});
    const md::mdspan<const float, extents, md::layout_stride> padded(x.data(), padding);
    const auto check = [&](const char* name, const auto& groups, const array_view<const float, 2>& view,
                           unsigned mask) {
        gpu::check_groups(name, groups, support::trees_of(view, mask, 0.1f, impulse::plus{}), 0.1f,
                          impulse::plus{}, gpu::for_last_block);
    };
    const array_view<const float, 2> dense{items.data(), {height, width}, {width, 1}};
    check("rows, right", impulse::rows(right), dense, 2);
    check("columns, right", impulse::columns(right), dense, 1);
    check("columns of the transposed, left", impulse::columns(left), dense, 2);
    check("rows of the transposed, left", impulse::rows(left), dense, 1);
    const array_view<const float, 2> apart{items.data(), {height, width}, {width + 5, 1}};
    check("rows, padded", impulse::rows(padded), apart, 2);
    check("columns, padded", impulse::columns(padded), apart, 1);
}

TEST_CASE("arrays: iterators, aggregates, positions, captured with a workspace") {
    const gpu::stream s;
    const auto items = support::make_items(40'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const array_view<const std::uint64_t, 2> view{items.data(), {1000, 40}, {40, 1}};
    const matrix_view m{static_cast<const std::uint64_t*>(x.data()), 1000, 40};
    const gpu::buffer<std::uint64_t> out(40);
    std::vector<std::uint64_t> doubled;
    for (const auto& column : support::groups_of(view, 1)) {
        std::uint64_t sum = 5;
        for (const std::uint64_t each : column) sum += 2 * each;
        doubled.push_back(sum);
    }
    const auto made =
        impulse::columns(matrix_view{thrust::make_transform_iterator(x.data(), twice{}), 1000, 40});
    const auto how = impulse::last_block.on(s);
    impulse::workspace space(impulse::workspace_bytes(how, made, out.data(), std::uint64_t{5}), {s});
    const gpu::graph replayed(
        gpu::captured(s, [&] { impulse::reduce_into(how.with(space), made, out.data(), std::uint64_t{5}); }));
    replayed.launch(s);
    s.wait();
    gpu::check_results("a transform iterator", out, doubled);

    const gpu::buffer<index_t> at(40);
    impulse::max_element_into(impulse::last_block.on(s), impulse::columns(m), at.data());
    std::vector<index_t> positions;
    for (const auto& column : support::groups_of(view, 1))
        positions.push_back(std::max_element(column.begin(), column.end()) - column.begin());
    s.wait();
    gpu::check_results("positions", at, positions);

    const auto measured = support::make_items(40'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> y(measured);
    const gpu::buffer<double> variances(40);
    impulse::variance_into(impulse::last_block.on(s), impulse::columns(matrix_view{y.data(), 1000, 40}),
                           variances.data());
    s.wait();
    gpu::check_results("variances", variances,
                       impulse::variance(impulse::last_block.on(impulse::host),
                                         impulse::columns(matrix_view{measured.data(), 1000, 40})));
}
