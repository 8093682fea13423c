// SPDX-License-Identifier: Apache-2.0
// Plans, for places that this machine need not have: every item is taken once, and all numbers stay within
// their bounds.
#include <doctest/doctest.h>

#include <build.hpp>
#include <policies.hpp>
#include <seed.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/part.hpp>
#include <impulse/detail/layout/uniform_segments.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/plan/device_tuning.hpp>
#include <impulse/detail/plan/host_tuning.hpp>
#include <impulse/detail/plan/make_plan.hpp>
#include <impulse/explain.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using impulse::capacity;
using impulse::index_t;
using impulse::detail::make_plan;
using impulse::detail::part;
using impulse::detail::part_of;
using impulse::detail::strided_segments;
using impulse::detail::uniform_segments;
using impulse::detail::whole_input;

constexpr capacity card(int multiprocessors) {
    return {.warp_width = 32,
            .max_warps = 16,
            .processors = multiprocessors,
            .resident = 16 * index_t{multiprocessors},
            .tuned = impulse::on_device::tuning_for(90),
            .registers = 2048};
}
constexpr capacity clustering(int multiprocessors) {
    capacity place = card(multiprocessors);
    place.max_clustered = 8;
    return place;
}
constexpr capacity threads(int count) {
    return {.processors = count, .resident = count, .tuned = impulse::on_host::tuned.shared_by(count)};
}

constexpr impulse::work_kind kind_of(int item_bytes, int leaf = 1, bool cuts = true, bool fetches = false,
                                     std::optional<int> lane_keys = {}) {
    const impulse::lane_share share = impulse::detail::lane_share_for(item_bytes * leaf, 8);
    const int leaves_per_lane = impulse::detail::tile_shape_for(item_bytes, leaf, 8, 1, 256).leaves;
    return {.leaf = leaf,
            .item_bytes = item_bytes,
            .partial_bytes = 8,
            .leaves_per_lane = leaves_per_lane,
            .shuffle_combine = leaves_per_lane,
            .share = share,
            .row_warps = impulse::detail::row_warps_for(share.sets, 8),
            .log2_steps = cuts ? impulse::detail::max_log2_steps : impulse::detail::max_log2_steps_uncut,
            .lane_keys = lane_keys,
            .cuts = cuts,
            .fetches = fetches};
}
/// Whose accumulators are larger than its items.
constexpr impulse::work_kind widening() {
    impulse::work_kind kind = kind_of(4);
    kind.accumulator_is_wider = true;
    return kind;
}

/// Items of so many bytes that wait in rooms, four for each lane.
constexpr impulse::work_kind staging(int item_bytes, bool fetches = false) {
    impulse::work_kind kind = kind_of(item_bytes, 1, true, fetches);
    kind.leaves_per_lane = 4;
    kind.warp_smem = impulse::warp_smem_need{.bytes = 2 * (32 * 4 * item_bytes / 8 * 9),
                                             .exchanged_bytes = 64 * item_bytes + 16,
                                             .stages = true,
                                             .needs_255_registers = true};
    return kind;
}
/// A card whose blocks may share so many KiB.
constexpr capacity sharing(int kibi) {
    capacity place = card(132);
    place.shared_bytes = index_t{kibi} << 10;
    return place;
}

constexpr uniform_segments<1> runs(index_t count, index_t length) {
    uniform_segments<1> layout{{}, length};
    layout.groups.add({count, length});
    return layout;
}
/// The columns of a matrix.
constexpr strided_segments<1, 1> columns(index_t rows, index_t width) {
    strided_segments<1, 1> layout{};
    layout.groups.add({width, 1});
    layout.along.add({rows, width});
    return layout;
}

// Plans are known to the compiler.
constexpr auto of_nothing = make_plan(whole_input{{0}}, kind_of(4), card(132));
static_assert(of_nothing.tiles.subtrees == 1 && of_nothing.tiles.blocks == 1 &&
              of_nothing.tiles.partials == 0 && of_nothing.workspace_bytes == 0);
static_assert(of_nothing.tiles.threads == 32);
constexpr auto of_few = make_plan(whole_input{{1000}}, kind_of(4), card(132));
static_assert(of_few.tiles.subtrees == 1 && of_few.tiles.blocks == 1 && of_few.workspace_bytes == 0);
static_assert(of_few.tiles.single_tile && of_few.tiles.threads == 8 * 32 &&
              !make_plan(whole_input{{3000}}, kind_of(4), card(132)).tiles.single_tile);
static_assert(!make_plan(whole_input{{1000}}, kind_of(4), card(132), {.threads = 64}).tiles.single_tile);
static_assert(!make_plan(whole_input{{10}}, kind_of(4), threads(2)).tiles.single_tile);
// What is a little too much for a block is taken at once by a cluster, where the card has such, unless a
// shape says otherwise.
constexpr auto of_cluster = make_plan(whole_input{{3000}}, kind_of(4), clustering(132));
static_assert(of_cluster.tiles.single_tile && of_cluster.tiles.subtrees == 1 &&
              of_cluster.tiles.blocks == 6 && of_cluster.tiles.threads == 128 &&
              of_cluster.workspace_bytes == 0);
static_assert(make_plan(whole_input{{8 * 2048}}, kind_of(4), clustering(132)).tiles.blocks == 8);
static_assert(make_plan(whole_input{{2048}}, kind_of(4), clustering(132)).tiles.blocks == 1);
static_assert(!make_plan(whole_input{{8 * 2048 + 1}}, kind_of(4), clustering(132)).tiles.single_tile);
static_assert(make_plan(whole_input{{300}}, kind_of(256), clustering(132))
                  .tiles.single_tile);  // where a block would take fewer bytes
static_assert(!make_plan(whole_input{{3000}}, kind_of(256), clustering(132)).tiles.single_tile);
static_assert(
    !make_plan(whole_input{{3000}}, kind_of(4), clustering(132), {.threads = 64}).tiles.single_tile);
static_assert(make_plan(whole_input{{3000}}, kind_of(4, 1, false), clustering(132)).tiles.blocks == 1);
constexpr auto of_many = make_plan(whole_input{{1 << 28}}, kind_of(4), card(132));
static_assert(of_many.tiles.subtrees == of_many.tiles.blocks &&
              of_many.tiles.partials == of_many.tiles.subtrees && of_many.tiles.subtrees > 132);
static_assert(of_many.workspace_bytes == 128 + 8 * static_cast<std::size_t>(of_many.tiles.partials));
constexpr auto of_bytes = make_plan(whole_input{{1 << 28}}, kind_of(1), card(132));
static_assert(of_bytes.tiles.log2_subtree == of_many.tiles.log2_subtree + 2);  // of as many bytes
constexpr auto widened = make_plan(whole_input{{1 << 28}}, widening(), card(132));
static_assert(of_many.tiles.threads == 512 && widened.tiles.threads == 256 &&
              widened.tiles.log2_subtree == of_many.tiles.log2_subtree);
// Subtrees are so long that all are taken in a round, or so short that the few blocks of a last round are
// soon done. Of items that need few registers more blocks run at the same time.
constexpr auto of_floats(index_t mib) {
    impulse::work_kind kind = kind_of(4);
    kind.leaves_per_lane = 64;
    return make_plan(whole_input{{mib << 18}}, kind, card(132));
}
static_assert(of_floats(256).tiles.subtrees == 256 && of_floats(256).tiles.threads == 256);
static_assert(of_floats(268).tiles.subtrees > 8 * 132 && of_floats(268).tiles.threads == 512);
// Of bytes more warps run at the same time than of floats, but fewer where accumulators are large.
constexpr index_t running_at_once(int item_bytes, int partial_bytes) {
    impulse::work_kind kind = kind_of(item_bytes);
    kind.leaves_per_lane = 64;
    kind.partial_bytes = partial_bytes;
    return impulse::detail::blocks_at_once(kind, card(132), 8) / 132;
}
static_assert(running_at_once(1, 8) == 4 && running_at_once(1, 32) == 4 && running_at_once(1, 48) == 3);
static_assert(running_at_once(4, 8) == 2 && running_at_once(4, 48) == 2);
constexpr auto fetched_bytes(index_t n) {  // as many blocks as are launched, not as registers would let run
    impulse::work_kind kind = kind_of(1, 1, true, true);
    kind.leaves_per_lane = 64;
    return make_plan(whole_input{{n}}, kind, card(132));
}
static_assert(fetched_bytes(4'325'429).tiles.subtrees <= 264);
// Of items that may differ in cost each block fetches several subtrees, and each warp has few of them at a
// time.
constexpr auto fetched_uneven(index_t n, const impulse::shape& user_shape = {}) {
    impulse::work_kind kind = kind_of(4, 1, true, true);
    kind.leaves_per_lane = 8;
    kind.is_uneven = true;
    return make_plan(whole_input{{n}}, kind, card(132), user_shape).tiles;
}
static_assert(fetched_uneven(1 << 20).subtrees == 1024 && fetched_uneven(1 << 20).threads == 128);
static_assert(fetched_uneven(1 << 24).subtrees >= 3 * fetched_uneven(1 << 24).blocks);
static_assert(fetched_uneven(1 << 26).subtrees >= 3 * fetched_uneven(1 << 26).blocks);
static_assert(fetched_uneven(1 << 24).blocks > 264 && fetched_uneven(1 << 24).threads == 128);
static_assert(fetched_uneven(1 << 24, {.threads = 64, .items = 512}).log2_subtree == 9);
static_assert(fetched_uneven(index_t{1} << 40).subtrees <= impulse::detail::max_partials + 1);
static_assert(of_floats(64).tiles.subtrees == 256 && of_floats(70).tiles.subtrees == 140);
constexpr bool loses_little(index_t items, int item_bytes, int lane_bytes) {
    impulse::work_kind kind = kind_of(item_bytes);
    kind.leaves_per_lane = lane_bytes / item_bytes;
    const capacity place = card(132);
    const auto p = make_plan(whole_input{{items}}, kind, place);
    const index_t blocks = impulse::detail::blocks_at_once(kind, place, p.tiles.threads / 32);
    const impulse::detail::rounds all{items, (std::max)(item_bytes, 4), blocks, place.tuned.lost_bytes,
                                      impulse::detail::least_round};
    return all.time(index_t{1} << p.tiles.log2_subtree) * static_cast<double>(blocks) <
           1.25 * static_cast<double>(items * (std::max)(item_bytes, 4));
}
// Staged items: as many warps as there are rooms for, whose number is a power of two; subtrees for about one
// round of blocks.
static_assert(make_plan(whole_input{{1 << 24}}, staging(96), sharing(227)).tiles.threads == 256);
static_assert(make_plan(whole_input{{1 << 24}}, staging(96), sharing(163)).tiles.threads == 128);
static_assert(make_plan(whole_input{{1 << 24}}, staging(96), sharing(99)).tiles.threads == 64);
static_assert(make_plan(whole_input{{1 << 24}}, staging(96), sharing(48)).tiles.threads == 32);
static_assert(make_plan(whole_input{{1 << 24}}, staging(96), sharing(227), {.threads = 96}).tiles.threads ==
              64);
static_assert(make_plan(runs(4, 1 << 24), staging(96), sharing(227), {.threads = 96}).tiles.threads == 64);
constexpr auto staged = make_plan(whole_input{{1 << 24}}, staging(96), sharing(227));
static_assert(staged.tiles.blocks == staged.tiles.subtrees && staged.tiles.subtrees <= 4 * 132);
constexpr auto staged_by_one = make_plan(whole_input{{1 << 24}}, staging(96), sharing(227), {.threads = 32});
static_assert(staged_by_one.tiles.threads == 32 && staged_by_one.tiles.blocks > 4 * 132);
static_assert(make_plan(whole_input{{600}}, staging(96), sharing(227)).tiles.subtrees == 1);
static_assert(make_plan(whole_input{{1 << 24}}, staging(96, true), sharing(227)).tiles.subtrees >
              staged.tiles.subtrees);
constexpr auto uncut = make_plan(whole_input{{1 << 28}}, kind_of(4, 1, false), card(132));
static_assert(uncut.tiles.subtrees == 1 && uncut.tiles.blocks == 1 && uncut.tiles.partials == 0);
constexpr auto fetched = make_plan(whole_input{{1 << 28}}, kind_of(4, 1, true, true), card(132));
static_assert(fetched.tiles.blocks == 132 && fetched.tiles.threads == 512 &&
              fetched.tiles.subtrees > of_many.tiles.subtrees);
constexpr auto of_seven = make_plan(whole_input{{1 << 28}}, kind_of(4), card(132), {.blocks = 7});
static_assert(of_seven.tiles.blocks == 7 && of_seven.tiles.subtrees == 8);
constexpr auto rounded = make_plan(whole_input{{1000}}, kind_of(4), card(132), {.items = 100});
static_assert(rounded.tiles.log2_subtree == 7 && rounded.tiles.subtrees == 8);
constexpr auto short_ones = make_plan(runs(1 << 20, 30), kind_of(4), card(132));
static_assert(short_ones.tiles.subtrees == 0 && short_ones.tiles.partials == 0 &&
              short_ones.workspace_bytes == 0);
static_assert(short_ones.segments->batch_size == 32 && short_ones.segments->longest >= 30);
constexpr auto long_ones = make_plan(runs(4, 1 << 26), kind_of(4), card(132));
static_assert(long_ones.tiles.subtrees > 132 && long_ones.tiles.partials == long_ones.tiles.subtrees &&
              long_ones.segments->listed == long_ones.tiles.subtrees);
constexpr auto of_parts = make_plan(part{{5}, {1 << 20}, 0}, kind_of(4), threads(4));
static_assert(of_parts.tiles.results == 126 && of_parts.segments.listed > 16);

// Groups of the host: a thread takes 1 MiB of neighbours, none of which has more than 128 KiB, for lengths
// may differ; what is longer is dealt out subtree by subtree. A single result's subtrees are larger.
constexpr auto many_groups = make_plan(runs(1 << 20, 64), kind_of(4), threads(2));
static_assert(many_groups.segments->longest == 32 << 10 &&
              many_groups.segments->batch_size <= (1 << 20) / 256 && many_groups.segments->blocks >= 256);
constexpr auto long_groups = make_plan(runs(1 << 10, 1 << 16), kind_of(4), threads(2));
static_assert(long_groups.segments->longest == 32 << 10 && long_groups.tiles.blocks >= 1 << 10);
static_assert(make_plan(whole_input{{1 << 26}}, kind_of(4), threads(2)).tiles.subtrees == 16);

// By key: all positions are in a tile, that behind the last key too; there is room for all runs that are
// listed at a time, and for the subtrees of all that are too long.
using some_keys = impulse::detail::key_runs<impulse::contiguous_source<int>, impulse::plus>;
constexpr bool holds_all(const impulse::key_runs_plan& p, index_t n, index_t width, index_t lane_keys) {
    const impulse::run_search& s = p.key_runs;
    const bool tiled = s.tiles * s.tile >= n + 1 && (s.tiles - 1) * s.tile < n + 1 && s.tile >= 1;
    const bool marked =
        lane_keys == 0 ? s.marks == 0 : s.marks * width >= n + 1 && s.tile % (width * lane_keys) == 0;
    const bool roomy = s.listed >= 1 && s.run_capacity >= std::min(n + 1, s.listed * s.tile) &&
                       s.listed * s.tile <= std::max(s.tile, capacity{}.keys_listed);
    return tiled && marked && roomy && s.blocks >= 1 &&
           (n <= p.segments.longest * p.tiles.leaf ||
            p.segments.listed >= n / (p.segments.longest * p.tiles.leaf + 1));
}
constexpr auto by_key_on_card(index_t n, const impulse::shape& user_shape = {}) {
    return make_plan(some_keys{{nullptr, n}, {}, n}, kind_of(4, 1, true, false, 16), card(132), user_shape);
}
constexpr auto by_key_on_threads(index_t n) {
    return make_plan(some_keys{{nullptr, n}, {}, n}, kind_of(4), threads(4));
}
static_assert(by_key_on_card(0).key_runs.tiles == 0 && by_key_on_card(0).key_runs.blocks == 1 &&
              by_key_on_card(0).workspace_bytes == 0);
static_assert(holds_all(by_key_on_card(1), 1, 32, 16) && by_key_on_card(1).key_runs.run_capacity == 2);
static_assert(holds_all(by_key_on_card(511), 511, 32, 16) && holds_all(by_key_on_card(512), 512, 32, 16));
static_assert(holds_all(by_key_on_card(1 << 28), 1 << 28, 32, 16));
static_assert(holds_all(by_key_on_card(index_t{1} << 33), index_t{1} << 33, 32, 16));
static_assert(holds_all(by_key_on_card(100'000, {.blocks = 2, .items = 10}), 100'000, 32, 16));
static_assert(holds_all(by_key_on_threads(1), 1, 1, 0) &&
              holds_all(by_key_on_threads(1 << 28), 1 << 28, 1, 0));

/// Some of 0, ..., n - 1: all if they are few, else both ends and some by chance.
template <class Random>
std::vector<index_t> some_of(index_t n, Random& random) {
    std::vector<index_t> some;
    if (n <= 12)
        for (index_t i = 0; i < n; ++i) some.push_back(i);
    else
        for (const index_t i : {index_t{0}, index_t{1}, n / 2, n - 2, n - 1}) some.push_back(i);
    if (n > 12)
        for (int i = 0; i < 5; ++i) some.push_back(support::random_between(random, 0, n - 1));
    return some;
}

template <class Plan>
std::string in_words(const Plan& p, const impulse::work_kind& kind, const capacity& place,
                     const impulse::shape& shape) {
    std::ostringstream words;
    words << to_string(p) << "leaf " << kind.leaf << ", item bytes " << kind.item_bytes << ", cuts "
          << kind.cuts << ", fetches " << kind.fetches << "\nprocessors " << place.processors << ", warps of "
          << place.warp_width << "\nshape: blocks " << shape.blocks << ", threads " << shape.threads
          << ", items " << shape.items;
    return words.str();
}

template <class Layout, class Random>
void check(const Layout& layout, const impulse::work_kind& kind, const capacity& place,
           const impulse::shape& shape, Random& random) {
    const auto p = make_plan(layout, kind, place, shape);
    CAPTURE(layout.max_items());
    CAPTURE(layout.longest());
    CAPTURE(in_words(p, kind, place, shape));

    // What a block is.
    const index_t warps = p.tiles.threads / place.warp_width;
    REQUIRE(p.tiles.threads % place.warp_width == 0);
    REQUIRE(warps >= 1);
    REQUIRE(warps <= place.max_warps);
    REQUIRE(p.tiles.blocks >= 1);
    REQUIRE(p.tiles.blocks <= impulse::detail::max_blocks);
    if (p.tiles.single_tile)
        REQUIRE((p.tiles.blocks == 1 || (p.tiles.blocks <= place.max_clustered && kind.cuts)));
    else
        REQUIRE(p.tiles.blocks <= std::max<index_t>(1, p.tiles.subtrees));
    if (shape.blocks > 0 && kind.cuts) REQUIRE(p.tiles.blocks <= shape.blocks);
    if (kind.fetches && shape.blocks == 0 && !p.tiles.single_tile)
        REQUIRE(
            (p.tiles.blocks == 1 || p.tiles.blocks * (p.tiles.threads / place.warp_width) <= place.resident));

    // What it takes.
    REQUIRE(p.tiles.leaf == kind.leaf);
    const index_t subtree = index_t{1} << p.tiles.log2_subtree;
    const index_t longest = impulse::detail::divide_up(layout.longest(), kind.leaf);
    if (!kind.cuts) REQUIRE(subtree >= longest);

    // Where what it leaves behind lies.
    REQUIRE((p.tiles.partials == 0 || p.tiles.partials == p.tiles.subtrees));
    REQUIRE(p.tiles.subtrees <= (Layout::has_many ? 2 : 1) * impulse::detail::max_partials + 1);
    if (!kind.cuts) REQUIRE(p.tiles.partials == 0);
    const impulse::scratch_plan kept = impulse::detail::scratch_of(p);
    const bool counts = kept.partials > 0 || kept.listed > 0 || (kind.fetches && p.tiles.subtrees > 0);
    REQUIRE(kept.partials == p.tiles.partials);
    REQUIRE(
        p.workspace_bytes ==
        (counts ? impulse::detail::scratch_alignment +
                      static_cast<std::size_t>(kept.partials) * static_cast<std::size_t>(kind.partial_bytes) +
                      static_cast<std::size_t>(kept.listed) * sizeof(impulse::detail::listed_subtree)
                : 0));

    const index_t results = layout.results();
    REQUIRE(results <= p.tiles.results);
    const auto leaves = [&](index_t r) {
        return impulse::detail::divide_up(layout.items(r).size(), kind.leaf);
    };
    if constexpr (!Layout::has_many) {  // its subtrees are all of it
        static_assert(std::is_same_v<decltype(p), const impulse::whole_input_plan>);
        REQUIRE(kept.listed == 0);
        REQUIRE(p.tiles.subtrees >= 1);
        REQUIRE((p.tiles.subtrees << p.tiles.log2_subtree) >= leaves(0));
        REQUIRE(((p.tiles.subtrees - 1) << p.tiles.log2_subtree) < std::max<index_t>(1, leaves(0)));
        if (p.tiles.subtrees > 1) REQUIRE(p.tiles.partials > 0);
        if (p.tiles.single_tile) {
            const index_t of_block = index_t{p.tiles.threads} * kind.shuffle_combine;
            REQUIRE((p.tiles.subtrees == 1 && longest <= p.tiles.blocks * of_block));
            if (p.tiles.blocks > 1)
                REQUIRE(((p.tiles.blocks - 1) * of_block < longest && impulse::detail::is_power(of_block)));
        }
    } else {
        const impulse::segmented_launch& first = *part_of(p.segments);
        const index_t of_first = first.threads / place.warp_width;
        REQUIRE(first.threads % place.warp_width == 0);
        REQUIRE((of_first >= 1 && of_first <= place.max_warps));
        REQUIRE(first.longest >= 1);
        REQUIRE((first.blocks >= 1 && first.blocks <= impulse::detail::max_blocks));
        REQUIRE(first.batch_size >= 1);
        REQUIRE(((first.blocks - 1) * of_first * first.batch_size < results || first.blocks == 1 ||
                 results < p.tiles.results));
        REQUIRE(first.listed == p.tiles.subtrees);
        if (longest > first.longest) REQUIRE(first.listed > 0);
        // There is room for all that are put on the list.
        const auto listed = [&](index_t r) {
            const index_t its = leaves(r);
            if (its <= first.longest) return index_t{0};
            return kind.cuts ? impulse::detail::subtrees_of(its, p.tiles.log2_subtree) : 1;
        };
        index_t all = 0;
        if (std::is_same_v<Layout, uniform_segments<1>>)
            all = results > 0 ? results * listed(0) : 0;
        else
            for (index_t r = 0; r < results; ++r) all += listed(r);
        REQUIRE(all <= first.listed);
    }
    // The results' items are side by side.
    index_t end = 0;
    for (const index_t r : some_of(results, random)) {
        REQUIRE(layout.items(r).size() <= layout.longest());
        if (r == 0) REQUIRE(layout.items(0).begin == 0);
        if (r == results - 1) end = layout.items(r).end;
        if (r + 1 < results) REQUIRE(layout.items(r).end == layout.items(r + 1).begin);
    }
    REQUIRE((end == layout.max_items() || results == 0));
}

void check_columns(const strided_segments<1, 1>& layout, const impulse::work_kind& kind,
                   const capacity& place, const impulse::shape& shape) {
    const auto p = make_plan(layout, kind, place, shape);
    CAPTURE(layout.longest());
    CAPTURE(in_words(p, kind, place, shape));
    if (p.tiles.results == 0) return;
    const index_t leaves = impulse::detail::divide_up(layout.longest(), kind.leaf);
    if (place.warp_width > 1 && leaves <= kind.share.each) {  // a lane's each
        REQUIRE((p.segments && !p.columns));
        const impulse::segmented_launch& first = *p.segments;
        REQUIRE((first.batch_size >= 1 && !first.stages));
        const index_t warps = first.threads / place.warp_width;
        REQUIRE((warps >= 1 && warps <= place.max_warps));
        REQUIRE(first.blocks >= 1);
        REQUIRE(first.blocks <= (shape.blocks > 0 ? shape.blocks : impulse::detail::max_blocks));
        REQUIRE(((first.blocks - 1) * warps * first.batch_size < p.tiles.results));
        REQUIRE(
            (p.tiles.subtrees == 0 && p.tiles.partials == 0 && first.listed == 0 && p.workspace_bytes == 0));
        return;
    }
    REQUIRE((p.columns && !p.segments));
    const impulse::column_tile& by = p.columns->tile;
    REQUIRE(
        (by.lanes >= 1 && by.columns_per_lane >= 1 && by.warps_per_column >= 1 && by.tiles_per_block >= 1));
    REQUIRE(by.lanes <= std::max(1, place.warp_width));
    if (place.warp_width > 1) {
        REQUIRE(by.columns_per_lane <= kind.share.sets);
        REQUIRE(kind.share.sets % by.columns_per_lane == 0);
        REQUIRE(by.warps_per_column * by.tiles_per_block <= kind.row_warps);
        if (by.loads == impulse::loading::across) {
            REQUIRE(by.columns_per_lane == kind.share.sets);
            REQUIRE(by.columns_per_lane * kind.item_bytes == 16);
            REQUIRE(p.tiles.results % by.columns_per_lane == 0);
        }
    }
    REQUIRE(by.warps_per_column * by.tiles_per_block * place.warp_width == p.tiles.threads);
    REQUIRE(p.tiles.threads / place.warp_width <= place.max_warps);
    REQUIRE((p.tiles.blocks >= 1 && p.tiles.blocks <= impulse::detail::max_blocks));
    if (shape.blocks > 0 && kind.cuts) REQUIRE(p.tiles.blocks <= shape.blocks);

    // What a warp takes is a node, of no more steps than it can keep.
    const index_t subtree = index_t{1} << p.tiles.log2_subtree;
    REQUIRE(subtree >= by.warps_per_column);
    if (!kind.cuts) REQUIRE(subtree >= leaves);
    if (kind.cuts && place.warp_width > 1) {
        REQUIRE(subtree / by.warps_per_column <= by.step(kind.share, place.warp_width) << kind.log2_steps);
    }
    const index_t of = impulse::detail::subtrees_of(leaves, p.tiles.log2_subtree);
    const index_t column_tiles = impulse::detail::divide_up(p.tiles.results, by.of_block());
    REQUIRE(p.tiles.subtrees == of * column_tiles);
    REQUIRE(p.tiles.partials == (of > 1 ? p.tiles.subtrees * by.of_block() : 0));
    REQUIRE(p.columns->column_tiles == column_tiles);
    REQUIRE(impulse::detail::scratch_of(p).listed == (of > 1 ? column_tiles : 0));
}

template <class Random, std::size_t N>
index_t one_of(const index_t (&all)[N], Random& random) {
    return all[random() % N];
}

/// All layouts of n items that are leaves of `leaf`, by one kind of work and shape that chance makes.
template <class Random>
void check_by_chance(index_t n, const capacity& place, Random& random) {
    const int leaf = 1 << random() % 7;
    const index_t item_bytes = one_of({1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100, 128, 256}, random);
    const int policy = static_cast<int>(random() % 3);
    const auto kind = kind_of(static_cast<int>(item_bytes), leaf, policy != 0, policy == 1);
    impulse::shape shape;
    if (random() % 2 == 0) shape.blocks = one_of({1, 2, 3, 7, 64, 132, 1000, 65536, 1 << 20}, random);
    if (random() % 2 == 0) shape.threads = static_cast<int>(32 * support::random_between(random, 1, 32));
    if (random() % 2 == 0) shape.items = one_of({1, 2, 10, 100, 1024, 100'000, 1 << 30}, random);
    check(whole_input{{n}}, kind, place, shape, random);
    const index_t length = std::max<index_t>(1, n >> random() % 41);
    check(runs(n / length, length), kind, place, shape, random);
    check(runs(support::random_between(random, 0, n / length), length), kind, place, {}, random);
    check_columns(columns(n / length, length), kind, place, shape);
    check_columns(columns(length, n / length), kind, place, shape);
    const index_t first = support::random_between(random, 0, index_t{1} << random() % 61) / leaf * leaf;
    check(part{{first}, {n}, impulse::detail::log2_floor(leaf)}, kind, place, shape, random);
}

}  // namespace

TEST_CASE("plan: items are loaded in words where the array's layout allows it") {
    using impulse::loading;
    const auto loads = [](index_t height, index_t width, index_t pitch, int item_bytes, index_t apart = 1) {
        strided_segments<1, 1> layout{};
        layout.groups.add({width, apart});
        layout.along.add({height, pitch});
        return make_plan(layout, kind_of(item_bytes), card(132)).columns->tile.loads;
    };
    CHECK(loads(1000, 1024, 1024, 8) == loading::across);
    CHECK(loads(1000, 1024, 1026, 8) == loading::across);
    CHECK(loads(1000, 1024, 1027, 8) == loading::items);  // rows begin anywhere
    CHECK(loads(1000, 1023, 1024, 8) == loading::items);  // the last word would be of another row
    CHECK(loads(1000, 4, 4, 8) == loading::items);        // too few words in a row
    CHECK(loads(1000, 1024, 1024, 16) == loading::items);
    CHECK(loads(1024, 100, 1, 8, 1024) == loading::along);
    CHECK(loads(1024, 100, 1, 8, 1025) == loading::items);  // groups begin anywhere
    CHECK(loads(1024, 100, 1, 12, 1024) == loading::items);

    // Two axes, the faster one of so many items: a step is whole runs, or a run whole steps.
    const auto loads_runs = [](index_t run) {
        strided_segments<1, 2> layout{};
        layout.groups.add({100, 1 << 20});
        layout.along.add({64, 2048});
        layout.along.add({run, 1});
        return make_plan(layout, kind_of(8), card(132)).columns->tile.loads;
    };
    CHECK(loads_runs(8) == loading::along);
    CHECK(loads_runs(64) == loading::along);
    CHECK(loads_runs(1024) == loading::along);
    CHECK(loads_runs(24) == loading::items);
    CHECK(loads_runs(200) == loading::items);
}

TEST_CASE("axes: offsets add up where steps are whole runs, or runs whole steps") {
    impulse::detail::axis_list<3> list;
    list.add({5, 1000});
    list.add({8, 100});
    list.add({12, 1});
    for (const index_t n : {1, 2, 3, 4, 6, 12, 24, 48, 96, 192, 480}) CHECK(list.are_steps_alike(n));
    for (index_t n = 1; n <= list.length(); ++n) {
        CAPTURE(n);
        bool all = true;
        for (index_t i = 0; i < list.length(); i += n)
            for (index_t j = 0; j < std::min(n, list.length() - i); ++j)
                all = all && list.offset(i + j) == list.offset(i) + list.offset(j);
        if (list.are_steps_alike(n)) CHECK(all);
    }
}

static_assert(make_plan(columns(1, index_t{1} << 61), kind_of(8), card(132)).tiles.results == index_t{1}
                                                                                                  << 61,
              "as many as there may be");

TEST_CASE("plan: every item is in one piece, and all numbers are within bounds") {
    auto random = support::random_source(60);
    std::vector<index_t> sizes{0};
    for (int level = 0; level <= 40; ++level)
        for (const index_t off : {-1, 0, 1})
            sizes.push_back(std::max<index_t>(0, (index_t{1} << level) + off));
    for (int i = 0; i < 40; ++i) sizes.push_back(support::random_between(random, 0, index_t{1} << i));
    std::vector<capacity> places;
    for (const int multiprocessors : {16, 20, 36, 48, 68, 84, 108, 114, 132, 144, 148, 160})
        places.push_back(card(multiprocessors));
    places.push_back(clustering(132));
    for (const int count : {1, 2, 3, 4, 7, 8, 16, 31, 64, 96, 128}) places.push_back(threads(count));
    for (const capacity& place : places)
        for (const index_t n : sizes)
            for (int i = 0; i < (support::is_slow_build ? 1 : 5); ++i) check_by_chance(n, place, random);
}

TEST_CASE("plan: rounds of blocks lose little, whatever the size") {
    auto random = support::random_source(11);
    for (int i = 0; i < 20'000; ++i)
        for (const int item_bytes : {1, 4, 8, 16}) {
            const index_t bytes = index_t{1} << support::random_between(random, 26, 36);
            const index_t items =
                support::random_between(random, bytes, 2 * bytes) / (std::max)(item_bytes, 4);
            CAPTURE(items);
            CAPTURE(item_bytes);
            REQUIRE(loses_little(items, item_bytes, item_bytes == 1 ? 64 : 256));
        }
}

TEST_CASE("plan: few items are one thread's, however many there are") {
    constexpr capacity alone = impulse::runtime<impulse::host_place>::single_thread;
    for (const int item_bytes : {1, 2, 4, 8, 12, 16, 72, 200})
        for (const bool cuts : {false, true})
            for (const bool fetches : {false, true}) {
                const index_t most = alone.tuned.row[0].bytes / item_bytes;
                for (const index_t n : {index_t{0}, index_t{1}, index_t{1000}, most / 2 + 1, most}) {
                    if (n > most) continue;
                    const impulse::work_kind kind = kind_of(item_bytes, 1, cuts, fetches);
                    for (const int count : {1, 2, 7, 64, 1000})
                        CHECK(make_plan(whole_input{{n}}, kind, threads(count)) ==
                              make_plan(whole_input{{n}}, kind, alone));
                }
            }
}

TEST_CASE("plan: what a call would do is what explain prints, and workspace_bytes is the plan's") {
    for (const index_t n : {0, 1, 1000, 100'000, 3'000'000}) {
        const std::vector<float> x(static_cast<std::size_t>(n), 1.f);
        float out = 0;
        support::for_each_shape([&](const char* name, const auto& policy) {
            CAPTURE(name);
            CAPTURE(n);
            const auto p = impulse::reduce.plan(policy, x, 0.f, impulse::plus{});
            CHECK(impulse::explain(policy, x, 0.f, impulse::plus{}) == to_string(p));
            CHECK(impulse::explain(x, 0.f) == impulse::explain(impulse::automatic, x, 0.f));
            CHECK(impulse::reduce_into.plan(policy, x, &out, 0.f, impulse::plus{}) == p);
            CHECK(impulse::workspace_bytes(policy, x, &out, 0.f, impulse::plus{}) == p.workspace_bytes);
            CHECK(p.tiles.results == 1);
            CHECK(p.tiles.threads == 1);
            CHECK((p.tiles.subtrees << p.tiles.log2_subtree) >= n);
        });
    }
    const std::vector<float> x(1000, 1.f);
    CHECK(impulse::reduce.plan(impulse::last_block, impulse::batches(x, 10), 0.f).tiles.results == 100);
    const std::string words =
        impulse::explain(impulse::last_block.tune({.items = 10}), x, 0.f, impulse::plus{});
    CHECK(words.find("63 of 16 items") != std::string::npos);
}

TEST_CASE("plan: the rows of a tuning serve all sizes") {
    const auto& tuned = impulse::on_device::tuning_for(90);
    for (int i = 0; i + 2 < tuned.rows; ++i) CHECK(tuned.row[i].bytes < tuned.row[i + 1].bytes);
    for (int i = 0; i + 1 < tuned.rows; ++i) {
        CHECK(&tuned.of(tuned.row[i].bytes) == &tuned.row[i]);
        CHECK(&tuned.of(tuned.row[i].bytes + 1) == &tuned.row[i + 1]);
    }
    for (int i = 0; i < tuned.rows; ++i) {
        CHECK(impulse::detail::is_power(tuned.row[i].warps));
        CHECK(impulse::detail::is_power(tuned.row[i].warp_bytes));
    }
    CHECK(&tuned.of(index_t{1} << 50) == &tuned.row[tuned.rows - 1]);
}
