// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rows, columns and axes on emulated blocks: each group by the tree's bits, however its items lie.
#include <doctest/doctest.h>

#include <arrays.hpp>
#include <build.hpp>
#include <emulated/check.hpp>
#include <monoids.hpp>
#include <policies.hpp>

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::array_view;
using support::mix;

namespace {

constexpr std::uint64_t init = 5;

/// Takes in four items from left to right, by something that is not how leaves are joined.
struct mix_of_leaves {
    static constexpr int leaf = 4;
    static std::uint64_t lift(std::uint64_t item) { return support::scatter(item + 1); }
    static void accumulate(std::uint64_t& acc, std::uint64_t item) { acc = support::scatter(5 * acc + item); }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return mix{}(a, b); }
};

template <int Width>
using gpu = emulated::gpu<emulated::fibers, Width>;

/// A machine of any size.
template <class Random>
emulated::size some_size(Random& random, int width) {
    return {1 << support::random_between(random, 0, width > 4 ? 3 : impulse::detail::log2_floor(width)),
            static_cast<int>(support::random_between(random, 1, 2)),
            static_cast<int>(support::random_between(random, 1, 5)), support::random_between(random, 1, 60)};
}

template <int Width, int... I, class Item, class Op = mix>
void check(turns order, const array_view<Item, 2>& view, Op op = {}) {
    auto random = support::random_source(static_cast<unsigned long long>(view.extents[0]));
    emulated::fibers machine(order);
    const auto expected = support::trees_of(view, (0u | ... | (1u << I)), init, op);
    support::for_each_shape([&](const std::string& name, const auto& policy) {
        gpu<Width> on(machine, some_size(random, Width));
        std::vector<emulated::result_cell<std::uint64_t>> results(expected.size());
        const auto groups = impulse::axes<I...>(view);
        impulse::reduce_into(policy.on(on.place()), groups, results.begin(), init, op);
        CAPTURE(Width);
        CAPTURE(name);
        CAPTURE(view.extents[0]);
        CAPTURE(view.extents[1]);
        CAPTURE(view.strides[0]);
        CAPTURE(view.strides[1]);
        CAPTURE(
            to_string(impulse::reduce_into.plan(policy.on(on.place()), groups, results.begin(), init, op)));
        CHECK(std::all_of(results.begin(), results.end(), [](const auto& r) { return r.writes == 1; }));
        CHECK(std::equal(results.begin(), results.end(), expected.begin(),
                         [](const auto& r, std::uint64_t value) { return *r.value == value; }));
        CHECK(on.counters_are_zero());
    });
}

std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

}  // namespace

TEST_SUITE_BEGIN("emulated");

TEST_CASE("columns of any width and height: each result is the tree's over its own items") {
    const auto items = hashes(20'000);
    for (const index_t width : {0, 1, 2, 3, 4, 7, 9, 17, 40})
        for (const index_t height : {0, 1, 2, 7, 8, 9, 31, 64, 65, 257}) {
            const array_view<const std::uint64_t, 2> view{
                items.data(), {height, width}, {width + width % 3, 1}};
            check<4, 0>(turns::by_chance, view);
            if (height < 60) check<8, 0>(turns::newest, view);
            if (height % 3 == 0) check<2, 0>(turns::oldest, view);
        }
    check<32, 0>(turns::by_chance, array_view<const std::uint64_t, 2>{items.data(), {300, 50}, {50, 1}});
    check<32, 0>(turns::by_chance, array_view<const std::uint64_t, 2>{items.data(), {1100, 3}, {3, 1}});
}

TEST_CASE("axes of arrays whose items lie anywhere") {
    const auto items = hashes(60'000);
    auto random = support::random_source(920);
    for (int i = 0; i < 12; ++i) {
        const auto shape = support::some_shape<2>(random, 1500);
        const array_view<const std::uint64_t, 2> view{items.data(), shape.extents, shape.strides};
        if (view.span() > 60'000) continue;
        check<4, 0>(turns::by_chance, view);
        check<8, 1>(turns::newest, view);
        check<4, 0, 1>(turns::oldest, view);
    }
}

TEST_CASE("columns by an aggregate with leaves of several items") {
    const auto items = hashes(20'000);
    for (const index_t width : {1, 3, 8, 20})
        for (const index_t height : {0, 1, 3, 4, 5, 15, 64, 65, 127, 300})
            check<4, 0>(turns::by_chance,
                        array_view<const std::uint64_t, 2>{items.data(), {height, width}, {width, 1}},
                        mix_of_leaves{});
}

TEST_SUITE_END();
