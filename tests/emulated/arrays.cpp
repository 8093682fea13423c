// SPDX-License-Identifier: Apache-2.0
// Rows, columns and axes on emulated blocks: each result has the tree's bits, for any strides.
#include "layouts.hpp"

#include <arrays.hpp>

#include <impulse/layouts.hpp>

using support::array_view;
using namespace layout_tests;

namespace {

/// Checks the groups along the axes I by the given policies.
template <int Width, int... I, class Policies, class Item, std::size_t Rank, class Op>
void check_by(const Policies& policies, turns order, const array_view<Item, Rank>& view, const Op& op) {
    CAPTURE(view.extents[0]);
    CAPTURE(view.extents[1]);
    CAPTURE(view.strides[0]);
    CAPTURE(view.strides[1]);
    check_groups<Width>(order, "axes", impulse::axes<I...>(view),
                        support::trees_of(view, (0u | ... | (1u << I)), init, op), op, policies);
}

template <int Width, int... I, class Item, std::size_t Rank, class Op = mix>
void check(turns order, const array_view<Item, Rank>& view, const Op& op = {}) {
    check_by<Width, I...>(support::for_some_policies, order, view, op);
}

}  // namespace

TEST_SUITE_BEGIN("emulated");

TEST_CASE("columns of any width and height: each result is the tree's over its own items") {
    const auto items = hashes(20'000);
    for (const index_t width : {0, 1, 2, 3, 4, 7, 9, 17, 40})
        for (const index_t height : {0, 1, 2, 7, 8, 9, 31, 64, 65, 257}) {
            const array_view<const std::uint64_t, 2> view{
                items.data(), {height, width}, {width + width % 3, 1}};
            check_by<4, 0>(support::for_each_shape, turns::by_chance, view, mix{});
            if (height < 60) check<8, 0>(turns::newest, view);
            if (height % 3 == 0) check<2, 0>(turns::oldest, view);
        }
    check<32, 0>(turns::by_chance, array_view<const std::uint64_t, 2>{items.data(), {300, 50}, {50, 1}});
    for (const index_t width : {1, 2, 3, 6})  // of few columns lanes take rows in turn
        check<32, 0>(turns::by_chance,
                     array_view<const std::uint64_t, 2>{items.data(), {1100, width}, {width, 1}});
}

TEST_CASE(
    "columns of large matrices without gaps, which a warp stages, and of such that begin between words") {
    const auto items = hashes(20'001);
    for (const index_t width : {3, 5, 6, 7, 9, 33, 50})
        for (const index_t offset : {0, 1}) {
            const array_view<const std::uint64_t, 2> view{
                items.data() + offset, {20'000 / width, width}, {width, 1}};
            check<32, 0>(turns::by_chance, view);
            if (width < 9) check<8, 0>(turns::newest, view);
            if (width < 9) check<4, 0>(turns::oldest, view);
        }
}

TEST_CASE("columns that are words, and that are not because of how the array begins, or its rows") {
    const auto items = hashes(20'000);
    for (const index_t width : {8, 12, 40})
        for (const index_t height : {9, 65, 257})
            for (const index_t padding : {0, 1, 2})
                for (const index_t offset : {0, 1}) {
                    const array_view<const std::uint64_t, 2> view{
                        items.data() + offset, {height, width}, {width + padding, 1}};
                    check<4, 0>(turns::by_chance, view);
                    if (height == 65) check<8, 0>(turns::newest, view);
                }
}

TEST_CASE("columns that are words: a function sees the items of its group") {
    const auto items = hashes(20'000);
    const array_view<const std::uint64_t, 2> view{items.data(), {70, 40}, {40, 1}};
    emulated::fibers machine(turns::by_chance);
    gpu<4> on(machine, {2, 1, 3, 4});
    std::vector<emulated::result_cell<std::uint64_t>> results(40);
    const auto twice = [](std::uint64_t x) { return 2 * x; };
    impulse::transform_reduce_into(impulse::last_block.on(on.place()), impulse::columns(view),
                                   results.begin(), init, mix{}, twice);
    const auto columns = support::groups_of(view, 1);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<std::uint64_t> doubled;
        for (const std::uint64_t x : columns[c]) doubled.push_back(2 * x);
        CHECK(*results[c].value == impulse::tree_fold(doubled, init, mix{}));
    }
}

TEST_CASE("columns of items that are not bytes alone: a function sees items") {
    struct item {
        std::uint64_t value;
        const item* self;
        explicit item(std::uint64_t v) : value(v), self(this) {}
        item(const item& other) : value(other.value), self(this) {}
        item& operator=(const item& other) {
            value = other.value;
            return *this;
        }
    };
    std::vector<item> items;
    std::vector<std::uint64_t> values;
    for (const std::uint64_t each : hashes(1600)) {
        items.emplace_back(each);
        values.push_back(each);
    }
    const auto take = [](const item& x) { return x.self == &x ? x.value : 0; };
    emulated::fibers machine(turns::by_chance);
    gpu<4> on(machine, {2, 1, 3, 4});
    std::vector<emulated::result_cell<std::uint64_t>> results(40);
    const auto check_all = [&](const auto& groups, const auto& expected) {
        impulse::transform_reduce_into(impulse::last_block.on(on.place()), groups, results.begin(), init,
                                       mix{}, take);
        for (std::size_t r = 0; r < expected.size(); ++r) CHECK(*results[r].value == expected[r]);
    };
    const array_view<const item, 2> wide{items.data(), {40, 40}, {40, 1}};
    const array_view<const std::uint64_t, 2> same_wide{values.data(), {40, 40}, {40, 1}};
    check_all(impulse::columns(wide), support::trees_of(same_wide, 1, init, mix{}));
    const array_view<const item, 3> long_runs{items.data(), {10, 10, 16}, {160, 16, 1}};
    const array_view<const std::uint64_t, 3> same_runs{values.data(), {10, 10, 16}, {160, 16, 1}};
    check_all(impulse::axes<0, 2>(long_runs), support::trees_of(same_runs, 5, init, mix{}));
}

TEST_CASE("axes of which a group's items lie side by side for a while") {
    const auto items = hashes(60'000);
    for (const index_t run : {8, 12, 16, 40})
        for (const index_t offset : {0, 1}) {
            const array_view<const std::uint64_t, 4> view{
                items.data() + offset, {3, 9, 5, run}, {45 * run, 5 * run, run, 1}};
            check<4, 1, 3>(turns::by_chance, view);
            check<4, 0, 3>(turns::newest, view);
        }
    // A step is a whole number of runs along one axis, along two, or along neither.
    for (const index_t rows : {4, 8, 9}) {
        const array_view<const std::uint64_t, 4> view{
            items.data(), {40, rows, 2, 8}, {16 * rows + 16, 16, 8, 1}};
        check<4, 0, 1, 3>(turns::by_chance, view);
    }
}

TEST_CASE("columns of a few items are a lane's each") {
    const auto items = hashes(20'000);
    for (const index_t height : {2, 3, 7, 8})
        for (const index_t width : {1, 5, 40, 1000}) {
            check<4, 0>(turns::by_chance,
                        array_view<const std::uint64_t, 2>{items.data(), {height, width}, {width, 1}});
            check<4, 1>(turns::newest,
                        array_view<const std::uint64_t, 2>{items.data(), {width, height}, {2 * height, 2}});
        }
}

TEST_CASE("columns of thousands of items, and long rows of every second item") {
    const auto items = hashes(20'000);
    check<8, 0>(turns::newest, array_view<const std::uint64_t, 2>{items.data(), {9000, 2}, {2, 1}});
    check<8, 1>(turns::newest, array_view<const std::uint64_t, 2>{items.data(), {3, 600}, {1200, 2}});
}

TEST_CASE("axes of arrays whose items lie anywhere") {
    const auto items = hashes(60'000);
    auto random = support::random_source(920);
    for (int i = 0; i < 12; ++i) {
        const auto shape = support::some_shape<2>(random, 1500);
        const array_view<const std::uint64_t, 2> view{items.data(), shape.extents, shape.strides};
        if (view.span() > 60'000) continue;
        check<4, 0>(turns::by_chance, view);
        check<4, 1>(turns::newest, view);
        check<4, 0, 1>(turns::oldest, view);
    }
}

TEST_CASE("columns by an aggregate with leaves of several items") {
    const auto items = hashes(20'000);
    for (const index_t width : {1, 3, 8, 20})
        for (const index_t height : {0, 1, 3, 4, 5, 15, 64, 65, 127, 300})
            check<4, 0>(turns::by_chance,
                        array_view<const std::uint64_t, 2>{items.data(), {height, width}, {width, 1}},
                        support::mix_of_leaves{});
}

TEST_SUITE_END();
