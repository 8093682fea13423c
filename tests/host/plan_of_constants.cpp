// SPDX-License-Identifier: Apache-2.0
// Plans that the compiler computes, and their parts.
#include "plan.hpp"

using namespace plan_tests;

namespace {

// The compiler can compute plans.
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
// A cluster takes an input at once that is somewhat too large for a block, if the GPU has clusters and the
// user shape allows it.
constexpr auto of_cluster = make_plan(whole_input{{3000}}, kind_of(4), clustering(132));
static_assert(of_cluster.tiles.single_tile && of_cluster.tiles.subtrees == 1 &&
              of_cluster.tiles.blocks == 6 && of_cluster.tiles.threads == 128 &&
              of_cluster.workspace_bytes == 0);
static_assert(make_plan(whole_input{{8 * 2048}}, kind_of(4), clustering(132)).tiles.blocks == 8);
static_assert(make_plan(whole_input{{2048}}, kind_of(4), clustering(132)).tiles.blocks == 1);
static_assert(!make_plan(whole_input{{8 * 2048 + 1}}, kind_of(4), clustering(132)).tiles.single_tile);
static_assert(make_plan(whole_input{{300}}, kind_of(256), clustering(132))
                  .tiles.single_tile);  // within the limit of bytes for a cluster
static_assert(!make_plan(whole_input{{3000}}, kind_of(256), clustering(132)).tiles.single_tile);
static_assert(
    !make_plan(whole_input{{3000}}, kind_of(4), clustering(132), {.threads = 64}).tiles.single_tile);
static_assert(make_plan(whole_input{{3000}}, kind_of(4, 1, false), clustering(132)).tiles.blocks == 1);
constexpr auto of_many = make_plan(whole_input{{1 << 28}}, kind_of(4), card(132));
static_assert(of_many.tiles.subtrees == of_many.tiles.blocks &&
              of_many.tiles.partials == of_many.tiles.subtrees && of_many.tiles.subtrees > 132);
static_assert(of_many.workspace_bytes == 128 + 8 * static_cast<std::size_t>(of_many.tiles.partials));
constexpr auto of_bytes = make_plan(whole_input{{1 << 28}}, kind_of(1), card(132));
static_assert(of_bytes.tiles.log2_subtree == of_many.tiles.log2_subtree + 2);  // the same number of bytes
constexpr auto widened = make_plan(whole_input{{1 << 28}}, widening(), card(132));
static_assert(of_many.tiles.threads == 512 && widened.tiles.threads == 256 &&
              widened.tiles.log2_subtree == of_many.tiles.log2_subtree);
// Subtrees are so long that one round of blocks takes all of them, or so short that the few blocks of a last
// round end soon. If items need few registers, more blocks are resident.
constexpr auto of_floats(index_t mib) {
    impulse::work_kind kind = kind_of(4);
    kind.leaves_per_lane = 64;
    return make_plan(whole_input{{mib << 18}}, kind, card(132));
}
static_assert(of_floats(256).tiles.subtrees == 256 && of_floats(256).tiles.threads == 256);
static_assert(of_floats(268).tiles.subtrees > 8 * 132 && of_floats(268).tiles.threads == 512);
// For bytes more warps are resident than for floats, but fewer if accumulators are large.
constexpr index_t running_at_once(int item_bytes, int partial_bytes) {
    impulse::work_kind kind = kind_of(item_bytes);
    kind.leaves_per_lane = 64;
    kind.partial_bytes = partial_bytes;
    return impulse::detail::blocks_at_once(kind, card(132), 8) / 132;
}
static_assert(running_at_once(1, 8) == 4 && running_at_once(1, 32) == 4 && running_at_once(1, 48) == 3);
static_assert(running_at_once(4, 8) == 2 && running_at_once(4, 48) == 2);
constexpr auto fetched_bytes(index_t n) {  // as many blocks as are launched, even if registers allow more
    impulse::work_kind kind = kind_of(1, 1, true, true);
    kind.leaves_per_lane = 64;
    return make_plan(whole_input{{n}}, kind, card(132));
}
static_assert(fetched_bytes(4'325'429).tiles.subtrees <= 264);
// If items may differ in cost, each block fetches several subtrees, and each warp takes few of them at a
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
                                      place.tuned.least_round};
    return all.time(index_t{1} << p.tiles.log2_subtree) * static_cast<double>(blocks) <
           1.25 * static_cast<double>(items * (std::max)(item_bytes, 4));
}
// Staged items: as many warps as shared memory has room for, rounded down to a power of two, and subtrees for
// about one round of blocks.
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
// Rows that a warp takes by itself: those up to its share of all items, whether or not that is a power of
// two.
constexpr auto rows_of_warps = make_plan(runs(4000, 400), kind_of(8), card(132));
static_assert(rows_of_warps.segments->listed == 0 && rows_of_warps.workspace_bytes == 0);
static_assert(make_plan(runs(2200, 400), kind_of(8), card(132)).segments->listed == 0);
static_assert(make_plan(runs(2000, 400), kind_of(8), card(132)).segments->listed > 0);
constexpr auto of_parts = make_plan(part{{5}, {1 << 20}, 0}, kind_of(4), threads(4));
static_assert(of_parts.tiles.results == 126 && of_parts.segments.listed > 16);

// Groups on the host: a thread takes 1 MiB of adjacent groups at a time, none of which has more than 128 KiB,
// because lengths may differ. Longer groups are taken subtree by subtree. The subtrees of a single result are
// larger.
constexpr auto many_groups = make_plan(runs(1 << 20, 64), kind_of(4), threads(2));
static_assert(many_groups.segments->longest == 32 << 10 &&
              many_groups.segments->batch_size <= (1 << 20) / 256 && many_groups.segments->blocks >= 256);
constexpr auto long_groups = make_plan(runs(1 << 10, 1 << 16), kind_of(4), threads(2));
static_assert(long_groups.segments->longest == 32 << 10 && long_groups.tiles.blocks >= 1 << 10);
static_assert(make_plan(whole_input{{1 << 26}}, kind_of(4), threads(2)).tiles.subtrees == 16);

// By key: the tiles cover all positions and the one after the last key; there is room for all runs that are
// listed at a time, and for the subtrees of all long runs.
using some_keys = impulse::detail::key_runs<impulse::contiguous_source<int>, impulse::plus>;
constexpr bool holds_all(const impulse::key_runs_plan& p, index_t n, int threads, index_t positions) {
    const impulse::run_search& s = p.key_runs;
    const bool tiled = s.tiles * s.tile >= n + 1 && (s.tiles - 1) * s.tile < n + 1 && s.tile >= 1;
    const bool taken = s.threads == threads && (positions == 0 || s.tile == threads * positions) &&
                       s.ends() == s.tiles + (s.tiles + s.part - 1) / s.part + 1;
    const bool roomy = positions == 0
                           ? s.tile % 64 == 0 && s.blocks == s.tiles && s.is_counted == (s.tiles > 1)
                           : s.part >= 1 && s.run_capacity >= std::min(n + 1, s.part * s.tile) &&
                                 s.part * s.tile <= std::max(s.tile, capacity{}.keys_listed);
    return tiled && taken && roomy && s.blocks >= 1 &&
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
static_assert(holds_all(by_key_on_card(1), 1, 256, 16) && by_key_on_card(1).key_runs.run_capacity == 2);
static_assert(holds_all(by_key_on_card(511), 511, 256, 16) && holds_all(by_key_on_card(512), 512, 256, 16));
static_assert(holds_all(by_key_on_card(1 << 28), 1 << 28, 256, 16));
static_assert(holds_all(by_key_on_card(index_t{1} << 33), index_t{1} << 33, 256, 16));
static_assert(holds_all(by_key_on_card(100'000, {.blocks = 2, .items = 10}), 100'000, 256, 16));
// In one pass: one record for each tile, those of each part of 2^30 keys, and one more.
constexpr auto in_tiles(index_t n) {
    impulse::work_kind kind = kind_of(4, 1, true, false, 16);
    kind.run_positions = 16;
    return make_plan(some_keys{{nullptr, n}, {}, n}, kind, card(132));
}
constexpr bool holds_tiles(index_t n, index_t parts) {
    const impulse::key_runs_plan p = in_tiles(n);
    const impulse::run_search& s = p.key_runs;
    return s.tile == 4096 && s.threads == 256 && s.tiles == n / 4096 + 1 && s.ends() == s.tiles + parts + 1 &&
           s.run_capacity == 0 && s.blocks == std::min(s.tiles, s.part) &&
           s.part % impulse::detail::looked_back == 0 && s.part * s.tile < index_t{1} << 31 &&
           p.segments.listed >= (s.max_put_off < 0 ? s.tiles - 1 : n / (p.segments.longest + 1));
}
static_assert(in_tiles(0).key_runs.ends() == 0 && in_tiles(0).key_runs.blocks == 1 &&
              in_tiles(0).workspace_bytes == 0);
static_assert(holds_tiles(1, 1) && holds_tiles(4095, 1) && holds_tiles(4096, 1) && holds_tiles(1 << 28, 1) &&
              holds_tiles(index_t{1} << 33, 8));
// The list of few tiles is short: a run of each, and one more subtree for each 4096 items.
static_assert(in_tiles(1 << 20).segments.listed == 257 + 256 + 1 &&
              in_tiles(1 << 20).tiles.blocks == 257 + 256 + 1 && in_tiles(1 << 20).tiles.threads == 256);
static_assert(in_tiles(1 << 20).key_runs.max_put_off < 0 && in_tiles(1 << 27).key_runs.max_put_off == 4);
// Its memory is at most 1/64 of the memory of as many keys, plus 64 KiB. (For 2^20 keys it is more, because
// the list has space for shorter runs.)
static_assert(in_tiles(1 << 27).workspace_bytes <= (std::size_t{4} << 27) / 64 + (64 << 10));
// Without the memory for long runs this is true even for keys of one byte.
static_assert(in_tiles(1 << 27).key_runs.ends() * index_t{sizeof(impulse::run_ends)} <=
              (index_t{1} << 27) / 64 + (64 << 10));
static_assert(holds_all(by_key_on_threads(1), 1, 1, 0) &&
              holds_all(by_key_on_threads(1 << 28), 1 << 28, 1, 0));

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
    CHECK(loads(1000, 1024, 1027, 8) == loading::items);  // rows begin at any address
    CHECK(loads(1000, 1023, 1024, 8) == loading::items);  // the last word would cross into the next row
    CHECK(loads(1000, 4, 4, 8) == loading::items);        // a row has too few words
    CHECK(loads(1000, 1024, 1024, 16) == loading::items);
    CHECK(loads(1024, 100, 1, 8, 1024) == loading::along);
    CHECK(loads(1024, 100, 1, 8, 1025) == loading::items);  // groups begin at any address
    CHECK(loads(1024, 100, 1, 12, 1024) == loading::items);

    // Two axes; the faster one has `run` items. A step is a multiple of a run, or a run is a multiple of a
    // step.
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

TEST_CASE("plan: keys, records of tiles take a part of 64 of the keys' bytes, beside 64 KiB") {
    for (const int bytes : {4, 8, 16})
        for (index_t n = 1 << 10; n < index_t{1} << 34; n += n / 2) {
            impulse::work_kind kind = kind_of(bytes, 1, true, false, 16);
            kind.run_positions = impulse::detail::keyed_positions(static_cast<std::size_t>(bytes));
            const auto p = make_plan(some_keys{{nullptr, n}, {}, n}, kind, card(132));
            const index_t records = p.key_runs.ends() * index_t{sizeof(impulse::run_ends)};
            CHECK(records <= n / 64 + (64 << 10));  // of keys of one byte
            // With the list of long runs, all of it is at most so many times the memory of keys of four
            // bytes.
            CHECK(p.workspace_bytes <= static_cast<std::size_t>(4 * n / 64 + (64 << 10)) * 13 / 4);
        }
}
