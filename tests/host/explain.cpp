// SPDX-License-Identifier: Apache-2.0
// `explain` names the place, the policy, the path, the values, and how a user shape was adjusted; also for
// GPUs that this machine does not have.
#include "plan.hpp"

#include <emulated/ranks.hpp>
#include <own_place.hpp>

#include <impulse/aggregates/moments.hpp>
#include <impulse/by_key.hpp>
#include <impulse/devices.hpp>
#include <impulse/global.hpp>
#include <impulse/where.hpp>

using namespace plan_tests;

namespace {

struct add {
    float operator()(float a, float b) const { return a + b; }
};

bool has(const std::string& words, const std::string& part) {
    CAPTURE(words);
    CHECK(words.find(part) != std::string::npos);
    return words.find(part) != std::string::npos;
}

using some_keys = impulse::detail::key_runs<impulse::contiguous_source<int>, impulse::plus>;

/// What it prints about the path of a sum of n floats.
std::string path_of(index_t n, const impulse::work_kind& kind, const capacity& place,
                    impulse::grouping freedom = impulse::grouping::tree) {
    return impulse::detail::words_on_path(make_plan(whole_input{{n}}, kind, place), kind, place, freedom);
}
std::string shaped(const impulse::shape& user_shape, const impulse::work_kind& kind, const capacity& place) {
    return impulse::detail::words_on_shape(
        user_shape, make_plan(whole_input{{100'000}}, kind, place, user_shape).tiles, kind, place);
}

}  // namespace

TEST_CASE("explain: a call on the host") {
    const std::vector<float> x(1'000'000, 1.f);
    const std::string words = impulse::explain(x);
    has(words, "place      the host, ");
#if !defined(IMPULSE_HOST_TBB) && !defined(IMPULSE_HOST_THREADS)
    has(words, "serial: one thread; for threads compile with -DIMPULSE_HOST_TBB and link with -ltbb");
#else
    has(words, " of oneTBB");
#endif
    has(words, "policy     last_block");
    has(words, "launches   1\n");
    has(words, "path       threads reduce subtrees\n");
    has(words, "values     float32, 4 bytes; operator plus, in tree order; leaves of 1 item\n");
    has(words, " bytes of the heap\n");
    CHECK(words.find("shape") == std::string::npos);
    CHECK(words.find("GPU") == std::string::npos);

    const std::string wide = impulse::explain(impulse::columns(impulse::matrix_view{x.data(), 1000, 1000}));
    has(wide, "columns    tiles of ");
    has(wide, " adjacent results, each by one thread\n");
    CHECK(wide.find("warp") == std::string::npos);
    has(impulse::detail::words_of(impulse::column_tile{.lanes = 32, .warps_per_column = 4}, 128),
        "tiles of 32 adjacent results: 32 lanes of a warp, 1 in each lane; 4 warps share a tile\n");
    has(impulse::detail::words_of(impulse::column_tile{}, 32),
        "tiles of 1 adjacent result: 1 lane of a warp, 1 in each lane; a warp takes a tile\n");
    has(impulse::detail::words_of(impulse::column_tile{.loads = impulse::loading::staged}, 32),
        "1 in each lane, of rows that the warp copies to shared memory; a warp takes a tile\n");
    has(impulse::explain(std::vector<float>(100)), "launches   0\npath       one thread reduces all items");
    has(impulse::explain(impulse::two_pass, x), "policy     two_pass\nlaunches   2\n");
    has(impulse::explain(x, impulse::moments{}),
        "moments_result, 40 bytes; operator moments, in tree order; leaves of 32 items");
    has(impulse::explain(x, 0.f, [](float a, float b) { return a + b; }),
        "operator of your own, in tree order");
    has(impulse::explain(x, impulse::maximum{}),
        "operator maximum, associative and commutative: in any order");
    has(impulse::explain(x, 0.f, impulse::assume_associative(add{})),
        "operator of your own, associative: regrouped, in order");
}

TEST_CASE("explain: devices and ranks say how they share a call, and all about one share") {
    const std::vector<float> x(1'000'000, 1.f);
    const auto says_all = [](const std::string& words) {
        for (const char* each :
             {"\nplace      the host, ", "\npolicy     two_pass\nlaunches   ", "\npath       ",
              "\nvalues     float32, 4 bytes; operator plus, in tree order; leaves of 1 item\n",
              "\nscratch    "})
            has(words, each);
    };
    const auto how = impulse::two_pass.on(impulse::devices(impulse::host, impulse::host));
    const std::string words = impulse::explain(how, x);
    says_all(words);
    has(words,
        "devices    2, with shares of 503808, 496192 items; the first GPU joins them, or the host if there "
        "is "
        "no GPU; the first share:\n");
    has(impulse::explain(how.tune({.items = 5000}), x), "5000 -> 8192, the next power of two of leaves");

    emulated::shared_group group(3);
    const auto ranks = impulse::two_pass.on(emulated::ranks{{&group, 1}});
    const std::string of_rank = impulse::explain(ranks, x);
    says_all(of_rank);
    has(of_rank,
        "ranks      each has a part of the input; the value goes to all ranks; the part of this rank:\n");
    const impulse::matrix_view rows{x.data(), 1000, 1000};
    has(impulse::explain(ranks, impulse::columns(impulse::global(rows))),
        "ranks      each has rows of one array; results go to all ranks; the rows of this rank:\n");
}

TEST_CASE("explain: what became of a shape by hand, and why") {
    const std::vector<float> x(100'000, 1.f);
    const auto of = [&](const auto& policy, const impulse::shape& user_shape) {
        return impulse::explain(policy.tune(user_shape), x);
    };
    has(of(impulse::automatic, {.items = 1000}),
        "shape      items 1000 -> 1024, the next power of two of leaves\n");
    has(of(impulse::automatic, {.items = 1 << 20}), "items 1048576 -> 131072, because no result has more\n");
    has(of(impulse::automatic, {.items = 1}), "items 1 -> 2, because there are at most 65536 subtrees\n");
    has(of(impulse::automatic, {.blocks = 4, .items = 50'000}),
        "blocks 4 -> 2, because there are no more subtrees\n");
    has(of(impulse::automatic, {.threads = 64}),
        "threads 64 -> 1, because a block of the host is one thread\n");
    has(of(impulse::single_block, {.blocks = 4}),
        "blocks 4 -> 1, because this policy does not cut a result\n");
    has(of(impulse::automatic, {.items = 1024}), "shape      items 1024\n");

    CHECK(shaped({.threads = 256}, kind_of(4), card(132)) == "threads 256");
    CHECK(shaped({.threads = 1024}, kind_of(4), card(132)) ==
          "threads 1024 -> 512, because a block has registers and shared memory for 512");
    for (const int kibi : {64, 100, 228})  // sm_75, sm_86 and sm_90
        has(shaped({.threads = 1024}, staging(64), sharing(kibi)),
            "because a block has registers and shared memory for ");
}

TEST_CASE("explain: under a mask the values and the operator are those that the caller gave") {
    const std::vector<float> x(100, 1.f);
    const auto some = impulse::where(x, x);
    has(impulse::explain(some), "values     float32 or nothing, 8 bytes; operator plus, ");
    has(impulse::explain(some, 1.f), "values     float32, 4 bytes; operator plus, ");
    has(impulse::explain(some, 1.f, add{}), "values     float32 or nothing, 8 bytes; operator of your own, ");
    has(impulse::explain(some, impulse::together(impulse::plus{}, impulse::maximum{})),
        "values     values<float32, float32> or nothing, 16 bytes; operator together<plus, maximum>, ");
}

TEST_CASE("explain: the path on cards of several architectures") {
    for (const impulse::on_device::card& of : every_card) {
        const int arch = of.compute_capability;
        const capacity place = impulse::on_device::capacity_of(of, every_architecture);
        CAPTURE(arch);
        has(path_of(1 << 24, kind_of(4), place), "loaded into registers; lanes join by a butterfly");
        has(path_of(1 << 24, kind_of(4), place, impulse::grouping::reorder), "a running value, in any order");
        has(path_of(100, kind_of(4), place), "a single tile: ");
        has(path_of(1 << 24, staging(64), place), "tiles staged in shared memory by asynchronous copies");
        const auto p = make_plan(columns(1000, 100), kind_of(4), place);
        has(impulse::detail::words_on_path(p, kind_of(4), place, impulse::grouping::tree), "column tiles: ");
        // A few rows of members, and more.
        impulse::detail::columns_of_members arrays{{columns(4, 1 << 20)}, true};
        const auto joined = make_plan(arrays, kind_of(4), place);
        CHECK(joined.rows == 4);
        has(impulse::detail::words_on_path(joined, kind_of(4), place, impulse::grouping::tree),
            "rows in place: ");
        has(impulse::to_string(joined), "rows       4, joined in place, by at most " +
                                            std::to_string(8 * place.processors) +
                                            " blocks of 256 threads\nworkspace  0 bytes");
        arrays.are_few = false;
        CHECK(make_plan(arrays, kind_of(4), place) == make_plan(columns(4, 1 << 20), kind_of(4), place));
        const auto rows = make_plan(runs(1000, 100), kind_of(4), place);
        has(impulse::detail::words_on_path(rows, kind_of(4), place, impulse::grouping::tree),
            "short results by lanes and warps (staged in shared memory, ");
        // Equal ones that follow each other, of up to eight fragments, or 32 if they are words; the same with
        // items between them.
        impulse::work_kind equal = kind_of(4);
        equal.tile_fragment = 16;
        for (const auto& [length, tiled] : {std::pair{8, false},
                                            {9, true},
                                            {128, true},
                                            {129, false},
                                            {132, true},
                                            {516, true},
                                            {624, true},
                                            {628, false}}) {
            const auto by_tiles = *make_plan(runs(1 << 20, length), equal, place).segments;
            CHECK(by_tiles.tiles == tiled);
            has(impulse::detail::words_on_segments(by_tiles), tiled         ? "by tiles of equal results, "
                                                              : length == 8 ? "without staging, "
                                                                            : "staged in shared memory, ");
        }
        // A lane takes two fragments where one would leave half the lanes idle, or if two are a segment.
        using impulse::detail::split_tile;
        CHECK(split_tile(128, 8, 40, 32, false) == impulse::detail::tile_split{1, 16, 2});
        CHECK(split_tile(129, 8, 40, 32, false) == impulse::detail::tile_split{2, 9, 2});
        CHECK(split_tile(161, 8, 40, 32, false) == impulse::detail::tile_split{1, 21, 1});
        CHECK(split_tile(257, 8, 40, 32, false) == impulse::detail::tile_split{2, 17, 1});
        CHECK(split_tile(321, 8, 40, 32, false).results == 0);
        CHECK(split_tile(9, 8, 40, 32, false).results == 16);
        CHECK(split_tile(9, 8, 40, 32, true) == impulse::detail::tile_split{2, 1, 32});
        // Segments that may be equal are sampled, but not where other ways are as fast.
        using segments = impulse::detail::bounded_segments<const int*, const int*>;
        for (const auto& [bytes, length, sampled] : {std::tuple{4, 16, true},
                                                     {4, 256, true},
                                                     {4, 320, true},
                                                     {4, 624, true},
                                                     {4, 628, false},
                                                     {8, 9, true},
                                                     {8, 17, false},
                                                     {8, 128, false},
                                                     {8, 129, true},
                                                     {8, 416, true},
                                                     {8, 417, false},
                                                     {16, 16, false},
                                                     {16, 17, true},
                                                     {16, 256, true},
                                                     {16, 320, true},
                                                     {16, 321, false}}) {
            impulse::work_kind kind = kind_of(bytes);
            kind.tile_fragment = bytes == 4 ? 16 : 8;
            const segments layout{nullptr, nullptr, 1 << 20, index_t{length} << 20};
            const auto p = make_plan(layout, kind, place);
            CHECK(p.segments.samples_tiles == sampled);
            CHECK(impulse::detail::words_on_path(p, kind, place, impulse::grouping::tree)
                      .starts_with("short results by lanes and warps (staged as a sample of their lengths "
                                   "favors it, ") == sampled);
            // That over the tiles, that over others (two if the average is near the length of a lane), and
            // that of subtrees.
            CHECK(impulse::detail::launches_of<impulse::last_block_schedule>(p) ==
                  (sampled ? 1 : 0) + (length < 16 ? 2 : 1) + 1);
            // Below 8 KiB for each resident warp nothing is sampled.
            const segments few{nullptr, nullptr, 1000, index_t{1000} * length};
            CHECK(!make_plan(few, kind, place).segments.samples_tiles);
        }
        // Those of few items are loaded by lanes, not staged.
        for (const auto& [bytes, length, sampled] : {std::tuple{4, 1, true},
                                                     {4, 4, true},
                                                     {4, 5, false},
                                                     {8, 4, true},
                                                     {16, 1, true},
                                                     {16, 2, false}}) {
            impulse::work_kind kind = kind_of(bytes);
            kind.tile_fragment = bytes == 4 ? 16 : 8;
            const auto p = make_plan(segments{nullptr, nullptr, 1 << 24, index_t{length} << 24}, kind, place);
            CHECK(p.segments.samples_tiles == sampled);
            CHECK((impulse::detail::words_on_segments(p.segments).find("loaded as a sample") == 0) ==
                  sampled);
        }
        // Of doubles up to 52 fragments, whatever their number.
        impulse::work_kind doubles = kind_of(8);
        doubles.tile_fragment = 8;
        for (const index_t length : {9, 65, 255, 416, 417})
            CHECK(make_plan(runs(1 << 20, length), doubles, place).segments->tiles == (length <= 416));
        auto apart = runs(1 << 20, 31);
        apart.length = 30;
        CHECK(!make_plan(apart, equal, place).segments->tiles);
        CHECK(!make_plan(runs(1 << 20, 31), kind_of(4), place).segments->tiles);
        // Short segments, many segments of medium length, and segments of types that cannot be staged.
        const auto few = *make_plan(runs(1 << 20, 2), kind_of(4), place).segments;
        CHECK(!few.stages);
        has(impulse::detail::words_on_segments(few), "without staging, ");
        impulse::work_kind wide = kind_of(4);
        wide.can_stage = false;
        const auto unstaged = *make_plan(runs(1000, 100), wide, place).segments;
        CHECK(!unstaged.stages);
        has(impulse::detail::words_on_segments(unstaged), "without staging, ");
        // Only memory knows the lengths of runs of equal keys: the plan has both launches if staging is
        // possible.
        for (const bool can_stage : {true, false}) {
            impulse::work_kind keyed = kind_of(4, 1, true, false, 8);
            keyed.can_stage = can_stage;
            const auto found = make_plan(some_keys{{nullptr, 1 << 20}, {}, 1 << 20}, keyed, place);
            CHECK(found.segments.probes_lengths == can_stage);
            has(impulse::detail::words_on_segments(found.segments),
                can_stage ? "staged if a sample of their lengths favors it, " : "without staging, ");
            CHECK(impulse::detail::launches_of<impulse::last_block_schedule>(found) == (can_stage ? 4 : 3));
        }
        // CPU threads count before they reduce.
        impulse::work_kind of_thread = kind_of(4);
        of_thread.can_stage = false;
        const auto by_thread = make_plan(some_keys{{nullptr, 1 << 20}, {}, 1 << 20}, of_thread, threads(4));
        CHECK(by_thread.key_runs.is_counted);
        CHECK(impulse::detail::launches_of<impulse::last_block_schedule>(by_thread) == 3);
        // In one pass; many tiles have few ends.
        impulse::work_kind in_tiles = kind_of(4, 1, true, false, 8);
        in_tiles.run_positions = 16;
        const auto tiled = make_plan(some_keys{{nullptr, 1 << 24}, {}, 1 << 24}, in_tiles, place);
        CHECK(impulse::detail::launches_of<impulse::last_block_schedule>(tiled) == 3);
        const auto at_once = make_plan(some_keys{{nullptr, 1 << 20}, {}, 1 << 20}, in_tiles, place);
        CHECK(impulse::detail::launches_of<impulse::last_block_schedule>(at_once) == 2);
        has(impulse::detail::words_on_path(tiled, in_tiles, place, impulse::grouping::tree),
            "runs by the blocks of their tiles; long runs are cut into subtrees: ");
        has(to_string(tiled),
            "4097 tiles of 4096 keys, each reduced by a block of 256 threads, 4097 in a launch; if at most 4 "
            "runs end in a tile, warps reduce them afterwards");
        CHECK(impulse::detail::words_on_place<own::serial_machine>(place) ==
              "a GPU of compute capability " + std::to_string(arch / 10) + "." + std::to_string(arch % 10) +
                  " (sizes measured on 9.0), 132 multiprocessors with 2112 resident warps");
        capacity replaced = place;
        replaced.tuned = {};
        has(impulse::detail::words_on_place<own::serial_machine>(replaced), " (sizes of your own), ");
    }
}
