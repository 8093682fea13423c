// SPDX-License-Identifier: Apache-2.0
// Two inputs over the groups of arrays: two arrays, or an array and a vector.
#include <arrays.hpp>
#include <suite.hpp>

#include <impulse/algorithms.hpp>

using impulse::columns;
using impulse::matrix_view;
using impulse::rows;

namespace {

std::vector<float> numbers(std::size_t n, unsigned seed) {
    std::vector<float> x(n);
    for (auto& each : x) {
        seed = seed * 1664525u + 1013904223u;
        each = std::ldexp(static_cast<float>(seed >> 8), static_cast<int>(seed >> 4 & 15) - 30);
    }
    return x;
}

/// The sums of the products at(r, i) of each group, in tree order.
template <class At>
std::vector<float> by_tree(index_t groups, index_t length, const At& at) {
    std::vector<float> all;
    for (index_t r = 0; r < groups; ++r) {
        std::vector<float> products;
        for (index_t i = 0; i < length; ++i) products.push_back(at(r, i));
        all.push_back(impulse::tree_fold(products));
    }
    return all;
}

}  // namespace

TEST_CASE("two inputs: rows and columns of two matrices, and of one beside a vector") {
    for (const index_t width : {1, 3, 33, 200})
        for (const index_t height : {0, 1, 5, 70})
            for (const index_t leading : {width, width + 3}) {
                CAPTURE(width);
                CAPTURE(height);
                CAPTURE(leading);
                const auto n = static_cast<std::size_t>(leading * (height + 1));
                const auto a = numbers(n, 1), b = numbers(n, 2), v = numbers(300, 3);
                const matrix_view m{a.data(), height, width, leading};
                const matrix_view k{b.data(), height, width, leading};
                const auto at = [&](index_t r, index_t c) {
                    return static_cast<std::size_t>(r * leading + c);
                };
                const auto second = [&](index_t i) { return v[static_cast<std::size_t>(i)]; };
                CHECK(support::same_bits(
                    impulse::dot(rows(m), rows(k)),
                    by_tree(height, width, [&](auto r, auto c) { return a[at(r, c)] * b[at(r, c)]; })));
                CHECK(support::same_bits(
                    impulse::dot(columns(m), columns(k)),
                    by_tree(width, height, [&](auto c, auto r) { return a[at(r, c)] * b[at(r, c)]; })));
                CHECK(support::same_bits(
                    impulse::dot(rows(m), v),
                    by_tree(height, width, [&](auto r, auto c) { return a[at(r, c)] * second(c); })));
                CHECK(support::same_bits(
                    impulse::dot(columns(m), v.begin()),
                    by_tree(width, height, [&](auto c, auto r) { return a[at(r, c)] * second(r); })));
            }
}

TEST_CASE("two inputs: any semiring, weighted means, and outputs") {
    const std::vector<int> a{1, 5, 2, 4, 0, 7};
    const matrix_view m{a.data(), 2, 3};
    const std::vector<int> v{3, 1, 2};
    CHECK(impulse::transform_reduce(rows(m), v, 100, impulse::minimum{}, impulse::plus{}) ==
          std::vector{4, 1 + 0});  // (min, +): a step of shortest paths
    CHECK(impulse::weighted_mean(columns(m), std::vector{1, 3})[0] == doctest::Approx(3.25));
    const std::vector<float> large(6, 1 + 0x1p-23f);  // their squares are exact only in 64 bits
    CHECK(impulse::dot(rows(matrix_view{large.data(), 2, 3}), columns(matrix_view{large.data(), 3, 2}),
                       impulse::wide)[1] == 3 * ((1 + 0x1p-23) * (1 + 0x1p-23)));
    std::vector<int> out(2);
    impulse::dot_into(rows(m), v, out.data());
    CHECK(out == std::vector{3 + 5 + 4, 12 + 0 + 14});
    CHECK(impulse::dot.plan(rows(m), v).tiles.results == 2);
    CHECK(impulse::explain(columns(m), 0).find("results    at most 3") != std::string::npos);
}

TEST_CASE("two inputs: each array has its own order in memory") {
    const auto memory = numbers(4000, 4), other = numbers(4000, 5);
    std::vector<unsigned char> mask;
    for (std::size_t i = 0; i < memory.size(); ++i) mask.push_back(i % 7 < 4);
    for (const index_t n : {1, 2, 5, 40})  // the number of groups
        for (const index_t k : {0, 1, 3, 8, 37}) {
            CAPTURE(n);
            CAPTURE(k);
            // Item i of group r of an array is memory[r * group + i * step].
            struct where_in_memory {
                index_t group, step;
            };
            const auto check = [&](const auto& x, where_in_memory in_x, const auto& y, where_in_memory in_y) {
                const auto product = [&](index_t r, index_t i) {
                    return memory[static_cast<std::size_t>(r * in_x.group + i * in_x.step)] *
                           other[static_cast<std::size_t>(r * in_y.group + i * in_y.step)];
                };
                CHECK(support::same_bits(impulse::dot(x, y), by_tree(n, k, product)));
            };
            const float *a = memory.data(), *b = other.data();
            const auto wide = rows(matrix_view{a, n, k, k + 2});
            const auto tall = columns(matrix_view{a, k, n, n + 5});
            check(wide, {k + 2, 1}, rows(matrix_view{b, n, k}), {k, 1});
            check(wide, {k + 2, 1}, columns(matrix_view{b, k, n}), {1, n});
            check(wide, {k + 2, 1}, rows(impulse::matrix_view_left{b, n, k, n + 3}), {1, n + 3});
            check(rows(matrix_view{a, n, k}), {k, 1}, rows(matrix_view{b, n, k, k + 1}), {k + 1, 1});
            check(tall, {1, n + 5}, columns(matrix_view{b, k, n}), {1, n});
            check(tall, {1, n + 5}, rows(matrix_view{b, n, k, k + 4}), {k + 4, 1});
            check(columns(impulse::matrix_view_left{a, k, n}), {k, 1}, columns(matrix_view{b, k, n}), {1, n});

            const auto masked = [&](index_t r, index_t i) {
                const auto at = static_cast<std::size_t>(r + i * (n + 5));
                return mask[at] != 0 ? memory[at] * other[static_cast<std::size_t>(r * k + i)] : -0.0f;
            };
            const auto kept = impulse::dot(columns(matrix_view{impulse::where(a, mask.data()), k, n, n + 5}),
                                           rows(matrix_view{b, n, k}));
            const auto right = by_tree(n, k, masked);
            for (std::size_t r = 0; r < right.size(); ++r) CHECK(kept[r] == right[r]);
        }
}

TEST_CASE("two inputs: axes of arrays of other ranks") {
    const auto a = numbers(200, 6), b = numbers(200, 7);
    const support::array_view<const float, 3> cube{a.data(), {4, 3, 5}, {20, 1, 4}};
    const auto product = [&](index_t r, index_t i) {
        return a[static_cast<std::size_t>(i / 5 * 20 + i % 5 * 4 + r)] *
               b[static_cast<std::size_t>(r * 20 + i)];
    };
    CHECK(support::same_bits(impulse::dot(impulse::axes<0, 2>(cube), rows(matrix_view{b.data(), 3, 20})),
                             by_tree(3, 20, product)));
    CHECK(support::same_bits(impulse::dot(rows(matrix_view{b.data(), 3, 20}), impulse::axes<0, 2>(cube)),
                             by_tree(3, 20, product)));
    // An array with stride 0 along an axis: one row is paired with each row of the other array, and the
    // reverse.
    const support::array_view<const float, 2> again{a.data(), {10, 20}, {0, 1}};
    const auto of_row = [&](index_t r, index_t i) {
        return a[static_cast<std::size_t>(i)] * b[static_cast<std::size_t>(r * 20 + i)];
    };
    const auto each = rows(matrix_view{b.data(), 10, 20});
    CHECK(support::same_bits(impulse::dot(impulse::axes<1>(again), each), by_tree(10, 20, of_row)));
    CHECK(support::same_bits(impulse::dot(each, impulse::axes<1>(again)), by_tree(10, 20, of_row)));
}

TEST_CASE("two inputs: what does not go together") {
    const std::vector<int> a(12);
    using support::message_of;
    CHECK(message_of([&] {
              static_cast<void>(impulse::dot(rows(matrix_view{a.data(), 2, 3}), std::vector{1, 2}));
          }).find("second input") != std::string::npos);
    CHECK(message_of([&] {
              static_cast<void>(
                  impulse::dot(rows(matrix_view{a.data(), 2, 3}), rows(matrix_view{a.data(), 3, 3})));
          }) == "impulse: second input has 3 groups of 3 items, but the first has 2 groups of 3 items");
    CHECK(message_of([&] {
              static_cast<void>(
                  impulse::dot(rows(matrix_view{a.data(), 2, 3}), columns(matrix_view{a.data(), 2, 3})));
          }) == "impulse: second input has 3 groups of 2 items, but the first has 2 groups of 3 items");
    const support::array_view<const int, 2> backwards{a.data() + 11, {2, 3}, {-3, -1}};
    CHECK(message_of([&] {
              static_cast<void>(impulse::dot(rows(matrix_view{a.data(), 2, 3}), impulse::axes<1>(backwards)));
          }).find("array has stride -3") != std::string::npos);
    CHECK(message_of([&] {
              static_cast<void>(impulse::dot(rows(matrix_view{a.data(), 2, 3}),
                                             columns(matrix_view{static_cast<const int*>(nullptr), 3, 2})));
          }) == "impulse: second input is a null pointer; need a pointer to 6 items");
    CHECK(impulse::dot(rows(matrix_view{a.data(), 0, 3}),
                       columns(matrix_view{static_cast<const int*>(nullptr), 3, 0}))
              .empty());
}

TEST_CASE("two inputs: a column-major matrix is the transpose of one in rows") {
    const auto a = numbers(40, 1), v = numbers(10, 2);
    const impulse::matrix_view_left left{a.data(), 3, 5, 7};
    const matrix_view transposed{a.data(), 5, 3, 7};
    CHECK(support::same_bits(impulse::dot(rows(left), v), impulse::dot(columns(transposed), v)));
    CHECK(support::same_bits(impulse::sum(columns(left)), impulse::sum(rows(transposed))));
    CHECK(support::message_of([&] {
              static_cast<void>(impulse::sum(rows(impulse::matrix_view_left{a.data(), 3, 5, 2})));
          }).find("there are 3 rows") != std::string::npos);
}
