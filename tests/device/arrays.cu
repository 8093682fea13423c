// SPDX-License-Identifier: Apache-2.0
// Rows, columns and axes: every group gives the tree over its own items, for any strides.
#include "scratch.cuh"
#include "tree.cuh"

#include <arrays.hpp>

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <thrust/iterator/transform_iterator.h>
#include <cuda/std/mdspan>

using impulse::matrix_view;
using support::array_view;

namespace {

namespace md = cuda::std;

/// Checks the groups along the axes I of the array in `x`, which has these strides and `items`, by the
/// policies that for_each gives.
template <int... I, class T, std::size_t Rank, class Op, class Policies>
void check_axes(const gpu::buffer<T>& x, const std::vector<T>& items, const support::array_shape<Rank>& shape,
                const T& init, const Op& op, const Policies& for_each, index_t offset = 0) {
    const gpu::stream s;
    const array_view<const T, Rank> view{items.data() + offset, shape.extents, shape.strides};
    if (offset + view.span() > static_cast<index_t>(items.size())) return;
    const auto expected = support::trees_of(view, (0u | ... | (1u << I)), init, op);
    const gpu::buffer<T> out(static_cast<index_t>(expected.size()));
    for_each([&](const std::string& name, const auto& policy) {
        const array_view<const T, Rank> on_gpu{x.data() + offset, shape.extents, shape.strides};
        impulse::reduce_into(policy.on(s), impulse::axes<I...>(on_gpu), out.data(), init, op);
        s.wait();
        gpu::check_results(name, out, expected);
    });
}

template <class T, class Make, class Op>
void check_columns(index_t items, const Make& make, const T& init, const Op& op) {
    const auto host = support::make_items(items, make);
    const gpu::buffer<T> x(host);
    for (const index_t width : {1, 2, 3, 4, 7, 16, 31, 33, 64, 100, 128, 255, 1000, 40'000})
        for (const index_t padding : {0, 3}) {
            const index_t height =
                std::min<index_t>(items / (width + padding), width < 100 ? 5'000'000 : 100'000);
            check_axes<0>(x, host, support::array_shape<2>{{height, width}, {width + padding, 1}}, init, op,
                          [](const auto& f) { f("last_block", impulse::last_block); });
        }
}

struct twice {
    IMPULSE_SHARED std::uint64_t operator()(std::uint64_t x) const { return 2 * x; }
};

}  // namespace

TEST_CASE("columns of any width and height: the mix, by every policy") {
    const auto items = support::make_items(400'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t width : {0, 1, 2, 3, 5, 16, 33, 64, 129, 300, 4000})
        for (const index_t height : {0, 1, 2, 3, 8, 9, 31, 100, 1025, 30'000})
            check_axes<0>(x, items, support::array_shape<2>{{height, width}, {width + width % 3, 1}},
                          gpu::mix_init, gpu::mix{}, [](const auto& f) { gpu::for_each_policy(f); });
}

TEST_CASE("columns: the mix, in shapes by hand") {
    const auto items = support::make_items(60'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const impulse::shape& shape : gpu::shapes())
        for (const index_t width : {2, 7, 100})
            check_axes<0>(x, items, support::array_shape<2>{{60'000 / width, width}, {width, 1}},
                          gpu::mix_init, gpu::mix{}, [&](const auto& f) {
                              gpu::for_each_policy([&](const std::string& name, const auto& policy) {
                                  f(name, policy.tune(shape));
                              });
                          });
}

TEST_CASE("columns of floats, bytes, and what takes several words") {
    check_columns(3'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{});
    check_columns(1'000'000, gpu::make_uneven<double>{}, 0.1, impulse::plus{});
    check_columns(1'000'000, support::make_matrix{}, support::matrix{}, support::matrix_product{});
}

TEST_CASE("columns that are words, and that are not because of how the array begins, or its rows") {
    const auto items = support::make_items(500'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    const auto one = [](const auto& f) { f("last_block", impulse::last_block); };
    for (const index_t width : {16, 20, 64, 128, 132, 1024, 40'000})
        for (const index_t padding : {0, 1, 4})
            for (const index_t offset : {0, 1, 3, 4})
                for (const index_t height :
                     {index_t{1}, index_t{8}, 300'000 / (width + padding), 499'000 / (width + padding)})
                    check_axes<0>(x, items, support::array_shape<2>{{height, width}, {width + padding, 1}},
                                  0.1f, impulse::plus{}, one, offset);
}

TEST_CASE("axes of which a group's items lie side by side for a while") {
    const auto items = support::make_items(500'000, gpu::make_uneven<float>{});
    const gpu::buffer<float> x(items);
    const auto one = [](const auto& f) { f("last_block", impulse::last_block); };
    for (const index_t run : {8, 20, 64, 256})
        for (const index_t offset : {0, 1, 4}) {
            const support::array_shape<4> shape{{6, 40, 5, run}, {200 * run, 5 * run, run, 1}};
            check_axes<1, 3>(x, items, shape, 0.1f, impulse::plus{}, one, offset);
            check_axes<0, 3>(x, items, shape, 0.1f, impulse::plus{}, one, offset);
        }
}

TEST_CASE("axes of arrays of any strides, by every policy") {
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    auto random = support::random_source(930);
    for (int i = 0; i < 30; ++i) {
        const auto all = [&](const auto& f) { gpu::for_each_policy(f); };
        const auto two = support::some_shape<2>(random, 100'000);
        check_axes<0>(x, items, two, gpu::mix_init, gpu::mix{}, all);
        check_axes<1>(x, items, two, gpu::mix_init, gpu::mix{}, all);
        const auto four = support::some_shape<4>(random, 60'000);
        check_axes<1, 3>(x, items, four, gpu::mix_init, gpu::mix{}, all);
        check_axes<0, 2>(x, items, four, gpu::mix_init, gpu::mix{}, all);
        check_axes<2, 1>(x, items, four, gpu::mix_init, gpu::mix{}, all);
    }
}

TEST_CASE("arrays: mdspan of every layout, and the same bits of all") {
    const gpu::stream s;
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
        const auto expected = support::trees_of(view, mask, 0.1f, impulse::plus{});
        const gpu::buffer<float> out(static_cast<index_t>(expected.size()));
        impulse::reduce_into(impulse::last_block.on(s), groups, out.data(), 0.1f);
        s.wait();
        gpu::check_results(name, out, expected);
    };
    const array_view<const float, 2> dense{items.data(), {height, width}, {width, 1}};
    check("rows, right", impulse::rows(right), dense, 2);
    check("columns, right", impulse::columns(right), dense, 1);
    check("columns of the transposed, left", impulse::columns(left), dense, 2);
    check("rows of the transposed, left", impulse::rows(left), dense, 1);
    const array_view<const float, 2> apart{items.data(), {height, width}, {width + 5, 1}};
    check("rows, padded", impulse::rows(padded), apart, 2);
    check("columns, padded", impulse::columns(padded), apart, 1);
    check("both axes", impulse::axes<1, 0>(right), dense, 3);
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
    impulse::reduce_into(
        impulse::last_block.on(s),
        impulse::columns(matrix_view{thrust::make_transform_iterator(x.data(), twice{}), 1000, 40}),
        out.data(), std::uint64_t{5});
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

    const auto expected = support::trees_of(view, 1, gpu::mix_init, gpu::mix{});
    gpu::for_each_policy([&](const std::string& name, const auto& policy) {
        impulse::workspace space(impulse::workspace_bytes(policy.on(s), impulse::columns(m), out.data(),
                                                          gpu::mix_init, gpu::mix{}),
                                 {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_into(policy.on(s).with(space), impulse::columns(m), out.data(), gpu::mix_init,
                                 gpu::mix{});
        }));
        for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
        s.wait();
        gpu::check_results(name, out, expected);
    });
}

TEST_CASE("arrays: two inputs, by rows and columns, and beside a vector") {
    using namespace impulse;
    const gpu::stream s;
    const auto how = last_block.on(s);
    for (const auto& [height, width] : {std::pair{3, 5000}, {700, 33}, {200, 200}, {5000, 2}}) {
        CAPTURE(height);
        CAPTURE(width);
        std::vector<float> items(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < items.size(); ++i) items[i] = 1.f / static_cast<float>(i % 977 + 1);
        std::vector<float> other(items.rbegin(), items.rend());
        const gpu::buffer<float> a(items), b(other);
        const gpu::buffer<float> out(static_cast<std::size_t>(height + width));
        const matrix_view on_gpu{a.data(), height, width}, second{b.data(), height, width};
        const matrix_view at_home{items.data(), height, width}, second_at_home{other.data(), height, width};
        const auto check = [&](const std::vector<float>& right) {
            s.wait();
            auto found = gpu::download(out);
            found.resize(right.size());
            CHECK(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0);
        };
        dot_into(how, rows(on_gpu), b, out.data());
        check(dot(last_block.on(host), rows(at_home), other));
        dot_into(how, columns(on_gpu), b, out.data());
        check(dot(last_block.on(host), columns(at_home), other));
        dot_into(how, rows(on_gpu), rows(second), out.data());
        check(dot(last_block.on(host), rows(at_home), rows(second_at_home)));
        dot_into(how, columns(on_gpu), columns(second), out.data());
        check(dot(last_block.on(host), columns(at_home), columns(second_at_home)));
    }
}
