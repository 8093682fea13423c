// SPDX-License-Identifier: Apache-2.0
// Rows, columns and axes on emulated blocks: each result has the tree's bits, for any strides.
#include "layouts.hpp"

#include <arrays.hpp>
#include <same_bits.hpp>

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

/// It shows the order of its operands and of its calls.
struct difference {
    template <class T>
    T operator()(T a, T b) const {
        return a - b;
    }
};

/// Checks groups along the first axis that a warp of `Width` lanes stages. Returns the most stages that a
/// warp takes.
template <int Width, class Item, std::size_t Rank>
index_t check_staged(turns order, const array_view<const Item, Rank>& view) {
    constexpr Item begin{3};
    const index_t row_bytes = index_t{sizeof(Item)} * view.strides[0];
    CAPTURE(view.extents[0]);
    CAPTURE(view.strides[0]);
    const auto expected = support::trees_of(view, 1, begin, difference{});
    emulated::fibers machine(order);
    index_t most = 0;
    const auto check_by = [&](const auto& policy) {
        gpu<Width> on(machine, {2, 1, 3, 2});
        const auto how = policy.on(on.place());
        const auto groups = impulse::axes<0>(view);
        std::vector<emulated::result_cell<Item>> results(expected.size());
        const auto plan = impulse::reduce_into.plan(how, groups, results.begin(), begin, difference{});
        REQUIRE(plan.columns);
        const impulse::column_tile& by = plan.columns->tile;
        CHECK(by.loads == impulse::loading::staged);
        const index_t step = by.step(impulse::detail::lane_share_for(sizeof(Item), sizeof(Item)), Width);
        const index_t step_bytes = step * row_bytes;
        CHECK(step_bytes % 16 == 0);
        const index_t rows =
            (std::min)((index_t{1} << plan.tiles.log2_subtree) / by.warps_per_column, view.extents[0]);
        most =
            (std::max)(most, rows / step / (impulse::detail::kernel_tuning::column_stage_bytes / step_bytes));
        impulse::reduce_into(how, groups, results.begin(), begin, difference{});
        for (std::size_t c = 0; c < results.size(); ++c) {
            CHECK(results[c].writes == 1);
            CHECK(support::same_bits(*results[c].value, expected[c]));
        }
        CHECK(on.counters_are_zero());
    };
    check_by(impulse::last_block);
    check_by(impulse::last_block.tune({.blocks = 1, .threads = 32}));
    check_by(impulse::last_block.tune({.blocks = 3}));
    return most;
}

/// Arrays of any of these widths that begin at a word of 16 bytes, and between words.
template <class Item>
void check_stages(std::initializer_list<index_t> widths) {
    const auto items = support::make_items(20'000, support::make_uneven<Item>{});
    for (const index_t width : widths) {
        index_t most = 0;
        for (const index_t offset : {0, 1, 4}) {
            const array_view<const Item, 2> view{
                items.data() + offset, {19'990 / width - 13 * offset, width}, {width, 1}};
            most = (std::max)(most, check_staged<32>(turns::by_chance, view));
            if (width * index_t{sizeof(Item)} > 64) continue;  // than a few lanes take
            check_staged<8>(turns::newest, view);
            check_staged<4>(turns::oldest, view);
        }
        CHECK(most > 2 * impulse::detail::kernel_tuning::column_stages);  // each place is used several times
    }
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
    const auto items = hashes(9'001);
    for (const index_t width : {5, 6, 7, 9, 33, 50})
        for (const index_t offset : {0, 1})
            check<32, 0>(turns::by_chance, array_view<const std::uint64_t, 2>{
                                               items.data() + offset, {9'000 / width, width}, {width, 1}});
}

TEST_CASE("columns of large matrices of floats and of doubles, of which a warp takes one stage or many") {
    check_stages<float>({3, 5, 6, 7, 9, 10});
    check_stages<double>({3, 5, 7, 9, 33, 63});
    const auto items = support::make_items(20'000, support::make_uneven<float>{});
    check_staged<8>(turns::newest, array_view<const float, 3>{items.data(), {1999, 2, 5}, {10, 5, 1}});
}

TEST_CASE("rows are staged only if the array begins at a word of 16 bytes") {
    alignas(16) const float items[300] = {};
    impulse::detail::strided_segments<1, 1> columns{};
    columns.groups.add({3, 1});
    columns.along.add({90, 3});
    for (const index_t offset : {0, 1, 2, 3, 4, 8}) {
        CAPTURE(offset);
        impulse::strided_source source(impulse::contiguous(items + offset, 270), columns.along);
        const impulse::detail::column_tile_of_items<float, decltype(source), const difference,
                                                    decltype(columns)>
            leaves{source, columns, 0, 90};
        CHECK(leaves.loads(impulse::loading::staged) ==
              (offset % 4 == 0 ? impulse::loading::staged : impulse::loading::items));
        CHECK(leaves.rows() == items + offset);
    }
}

TEST_CASE("the rows that a warp stages begin beyond 2^32 bytes") {
    constexpr index_t begin = index_t{1} << 31, rows = 1300;
    constexpr int width = 3, step = 64, items_of_step = step * width;
    const auto items = support::make_items(rows * width, support::make_uneven<float>{});
    const auto row_0 = reinterpret_cast<std::uintptr_t>(items.data()) - std::size_t{begin} * width * 4;
    alignas(16) unsigned char smem[impulse::detail::bytes_of_column_stages];
    std::vector<index_t> seen(8), wrong(8);
    emulated::fibers machine(turns::by_chance);
    gpu<8> on(machine, {});
    emulated::run_whole_blocks(on, 1, 8, [&](auto& block) {
        const auto warp = block.warp();
        index_t& mine = seen[static_cast<std::size_t>(warp.rank())];
        impulse::detail::column_stages<std::remove_const_t<decltype(warp)>, float>(
            warp, reinterpret_cast<const void*>(row_0), width, {begin, begin + rows}, step, smem)
            .take([&](const impulse::uninitialized<float>* staged) {
                for (int i = 0; i < items_of_step; ++i)
                    wrong[static_cast<std::size_t>(warp.rank())] +=
                        *staged[i] != items[static_cast<std::size_t>(mine++)];
            });
    });
    CHECK(seen == std::vector<index_t>(8, rows / step * items_of_step));
    CHECK(wrong == std::vector<index_t>(8, 0));
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
