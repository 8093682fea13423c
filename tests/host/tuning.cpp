// SPDX-License-Identifier: Apache-2.0
// Tuning is data: each number that a caller replaces changes the plan, on GPUs of all generations, which this
// machine need not have.
//
// A place of the caller's own passes its tuning to the library's calls.
#include "plan.hpp"

namespace plan_tests {

capacity card_of(const impulse::on_device::card& of, const impulse::tuning& tuned) {
    capacity place = impulse::on_device::capacity_of(of, every_architecture);
    place.tuned = tuned;
    return place;
}

/// A GPU place of the caller's own, with the library's numbers except those that the caller replaces. It only
/// plans calls.
struct tuned_card {
    impulse::on_device::card of;
    impulse::tuning tuned;
};

}  // namespace plan_tests

template <>
struct impulse::runtime<plan_tests::tuned_card> {
    plan_tests::tuned_card card;
    runtime(plan_tests::tuned_card at, own_memory) : card(at) {}

    template <class Acc, class Result>
    static consteval void type_checks() {}
    impulse::capacity capacity() const { return plan_tests::card_of(card.of, card.tuned); }
    auto visitor() const {
        return [](const auto&...) {};
    }
    template <class Acc>
    on_host::scratch_memory<Acc> scratch(const scratch_plan& p) {
        return on_host::scratch_memory<Acc>(p);
    }
    void launch(const auto&, index_t, int) const {}
    template <class Result>
    Result value(const auto&) const {
        return {};
    }
};

using namespace plan_tests;

namespace {

impulse::work_kind fetched() { return kind_of(4, 1, true, true); }
impulse::work_kind uneven() {
    impulse::work_kind kind = fetched();
    kind.is_uneven = true;
    return kind;
}
/// Staged leaves of several items.
impulse::work_kind staged_leaves() {
    impulse::work_kind kind = staging(8);
    kind.leaf = 32;
    kind.leaves_per_lane = 1;
    kind.warp_smem.needs_255_registers = false;
    return kind;
}

/// One number of a tuning: how a caller replaces it, and which number of a plan it decides.
struct number {
    std::string name;
    std::function<void(impulse::tuning&)> replace;
    std::function<index_t(const capacity&)> decided;
    bool needs_clusters = false;
};

index_t subtree_of(const capacity& place, index_t n, const impulse::work_kind& kind) {
    return index_t{1} << make_plan(whole_input{{n}}, kind, place).tiles.log2_subtree;
}

/// The sum of the subtree lengths for inputs of a few rounds of blocks.
index_t in_rounds(const capacity& place) {
    index_t all = 0;
    for (index_t n = 1 << 22; n < 1 << 28; n += 3 << 20) all += subtree_of(place, n, kind_of(4));
    return all;
}

/// The same for matrices of several widths.
index_t in_columns(const capacity& place) {
    index_t all = 0;
    for (index_t width = 20; width < 200; width += 20)
        all +=
            index_t{1} << make_plan(columns((1 << 28) / width, width), kind_of(4), place).tiles.log2_subtree;
    return all;
}

/// The blocks that take short results, of small and of large inputs.
index_t in_short_results(const capacity& place) {
    index_t all = 0;
    for (index_t count = 1 << 10; count <= 1 << 26; count *= 4)
        all += make_plan(runs(count, 16), kind_of(4), place).segments->blocks;
    return all;
}

std::vector<number> numbers() {
    using impulse::tuning;
    const auto of_list = [](const capacity& place) {
        return make_plan(runs(64, 1 << 22), kind_of(4), place);
    };
    const auto of_columns = [](const capacity& place) {
        return make_plan(columns(1 << 20, 1 << 6), kind_of(4), place);
    };
    return {
        {"row: warps", [](tuning& t) { t.row[4].warps = 4; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{1 << 28}}, kind_of(4), place).tiles.threads};
         }},
        {"row: warp_bytes", [](tuning& t) { t.row[1].warp_bytes = 64 << 10; },
         [](const capacity& place) { return subtree_of(place, 1 << 17, kind_of(4)); }},
        {"row: bytes", [](tuning& t) { t.row[1].bytes = 2 << 20; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{3 << 17}}, kind_of(4), place).tiles.threads};
         }},
        {"fetched_bytes", [](tuning& t) { t.fetched_bytes = 8 << 10; },
         [](const capacity& place) { return subtree_of(place, 1 << 28, fetched()); }},
        {"listed_bytes", [](tuning& t) { t.listed_bytes = 32 << 10; },
         [&](const capacity& place) { return index_t{of_list(place).tiles.log2_subtree}; }},
        {"listed_warps", [](tuning& t) { t.listed_warps = 4; },
         [&](const capacity& place) { return index_t{of_list(place).tiles.threads}; }},
        {"parts_of_share", [](tuning& t) { t.parts_of_share = 1; },
         [](const capacity& place) {
             using segments = impulse::detail::bounded_segments<const int*, const int*>;
             return make_plan(segments{nullptr, nullptr, 1 << 14, 1 << 20}, kind_of(8), place)
                 .segments.longest;
         }},
        {"least_item_bytes", [](tuning& t) { t.least_item_bytes = 1; },
         [](const capacity& place) { return subtree_of(place, 1 << 21, kind_of(1)); }},
        {"max_meeting_warps", [](tuning& t) { t.max_meeting_warps = 4; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{1 << 28}}, widening(), place).tiles.threads};
         }},
        {"filling_bytes", [](tuning& t) { t.filling_bytes = 0; },
         [](const capacity& place) { return subtree_of(place, 3 << 20, staging(64)); }},
        {"least_staged_bytes", [](tuning& t) { t.least_staged_bytes = 256 << 10; },
         [](const capacity& place) { return subtree_of(place, 1 << 20, staged_leaves()); }},
        {"wide_block_bytes", [](tuning& t) { t.wide_block_bytes = 0; },
         [](const capacity& place) { return subtree_of(place, 1 << 10, staging(72)); }},
        {"joined_bytes", [](tuning& t) { t.joined_bytes = 0; },
         [](const capacity& place) { return subtree_of(place, 1 << 15, staging(72)); }},
        {"clustered_bytes", [](tuning& t) { t.clustered_bytes = 0; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{1 << 13}}, kind_of(4), place).tiles.in_cluster()};
         },
         true},
        {"clustered_warps", [](tuning& t) { t.clustered_warps = 8; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{1 << 12}}, kind_of(4), place).tiles.threads};
         },
         true},
        {"lost_bytes", [](tuning& t) { t.lost_bytes = 1 << 20; },
         [](const capacity& place) { return in_rounds(place); }},
        {"least_round", [](tuning& t) { t.least_round = 1; }, in_rounds},
        {"max_subtree_bytes", [](tuning& t) { t.max_subtree_bytes = 64 << 10; },
         [](const capacity& place) { return subtree_of(place, 1 << 30, kind_of(4)); }},
        {"max_uneven", [](tuning& t) { t.max_uneven = 2; },
         [](const capacity& place) {
             return index_t{make_plan(whole_input{{1 << 24}}, uneven(), place).tiles.threads};
         }},
        {"least_fetched", [](tuning& t) { t.least_fetched = 12; },
         [](const capacity& place) { return subtree_of(place, 1 << 24, uneven()); }},
        {"queued_blocks", [](tuning& t) { t.queued_blocks = 1; },
         [](const capacity& place) {
             return make_plan(runs(1 << 10, 1 << 20), kind_of(4), place).tiles.blocks;
         }},
        {"following_blocks", [](tuning& t) { t.following_blocks = 2; }, in_short_results},
        {"least_following_bytes", [](tuning& t) { t.least_following_bytes = 1 << 20; }, in_short_results},
        {"column_warps", [](tuning& t) { t.column_warps = 2; },
         [&](const capacity& place) { return index_t{of_columns(place).tiles.threads}; }},
        {"column_begin", [](tuning& t) { t.column_begin = 64; }, in_columns},
        {"column_rounds", [](tuning& t) { t.column_rounds = 0; }, in_columns},
        {"column_join", [](tuning& t) { t.column_join = 1; }, in_columns},
        {"staged_column_bytes", [](tuning& t) { t.staged_column_bytes = index_t{1} << 62; }, stages_rows},
    };
}

}  // namespace

TEST_CASE("tuning: each number that a caller replaces takes effect, on cards of all generations") {
    for (const impulse::on_device::card& of : every_card) {
        CAPTURE(of.compute_capability);
        const impulse::tuning& own = impulse::on_device::tuning_for(of.compute_capability);
        for (const number& one : numbers()) {
            if (one.needs_clusters && card_of(of, own).max_clustered == 1) continue;
            CAPTURE(one.name);
            impulse::tuning replaced = own;
            one.replace(replaced);
            CHECK(one.decided(card_of(of, replaced)) != one.decided(card_of(of, own)));
        }
    }
}

TEST_CASE("tuning: a place of the caller's own hands it to the library's calls") {
    const std::vector<float> x(1 << 20, 1.f);
    for (const impulse::on_device::card& of : every_card) {
        CAPTURE(of.compute_capability);
        const impulse::tuning own = impulse::on_device::tuning_for(of.compute_capability);
        impulse::tuning replaced = own;
        for (int i = 0; i < replaced.rows; ++i) replaced.row[i].warps = 1;
        const auto of_call = [&](const impulse::tuning& tuned) {
            return impulse::reduce.plan(impulse::last_block.on(tuned_card{of, tuned}), x, 0.f).tiles;
        };
        CHECK(of_call(own).threads == 128);  // four warps: the row for inputs of up to 4 MiB
        CHECK(of_call(replaced).threads == 32);
        CHECK(impulse::explain(impulse::last_block.on(tuned_card{of, replaced}), x).find("32 threads") !=
              std::string::npos);
    }
}

TEST_CASE("tuning: a warp takes rows of one length up to its whole share, whatever parts_of_share is") {
    const auto longest = [](const capacity& place) {
        return impulse::detail::part_of(make_plan(runs(4000, 400), kind_of(8), place).segments)->longest;
    };
    capacity place = card(132);
    const index_t share = longest(place);
    CHECK(share >= 400);
    place.tuned.parts_of_share = 1;
    CHECK(longest(place) == share);
}

TEST_CASE("tuning: more blocks than are resident take short results where each warp still has enough") {
    const auto blocks = [](const capacity& place, index_t count) {
        return make_plan(runs(count, 16), kind_of(4), place).segments->blocks;
    };
    const capacity place = card(132);
    const index_t resident = place.resident / impulse::max_packing_warps;
    for (const auto& [millions, times] :
         {std::pair{64, 1}, {128, 1}, {256, 3}, {512, 7}, {1024, 8}, {8192, 8}})
        CHECK(blocks(place, index_t{millions} << 14) == resident * times);
    CHECK(blocks(place, 16) == 1);
    // Of tiles 32, 24 and 16 warps of a processor are resident, and blocks come in whole rounds of them; and
    // kernels of which one ends at once are not launched so.
    for (const auto& [bytes, warps, rounds, most] :
         {std::tuple{4, 32, 1, 8}, {8, 24, 1, 10}, {16, 16, 2, 16}}) {
        impulse::work_kind equal = kind_of(bytes);
        equal.tile_fragment = bytes == 4 ? 16 : 8;
        const index_t of_round = index_t{place.processors} * warps / impulse::max_packing_warps;
        CHECK(make_plan(runs((1 << 22) / bytes, 20), equal, place).segments->blocks == of_round * rounds);
        CHECK(make_plan(runs(1 << 24, 20), equal, place).segments->blocks == of_round * most);
    }
    using segments = impulse::detail::bounded_segments<const int*, const int*>;
    const auto of_segments = [&](index_t length) {
        return make_plan(segments{nullptr, nullptr, 1 << 24, length << 24}, kind_of(4), place).segments;
    };
    CHECK(of_segments(12).blocks == resident);
    CHECK(of_segments(16).blocks == 8 * resident);
}

TEST_CASE(
    "tuning: a warp packs even parts of its share, with as many results as it has lanes, of at most 32 KiB") {
    const auto batch = [](index_t count, index_t length) {
        return make_plan(runs(count, length), kind_of(4), card(132)).segments->batch_size;
    };
    CHECK(batch(10, 20) == 3);
    CHECK(batch(132 * 16 * 25, 20) == 25);
    CHECK(batch(132 * 16 * 25 + 1, 20) == 26);
    CHECK(batch(132 * 16 * 99, 20) == 25);
    CHECK(batch(1 << 24, 20) == 32);
    CHECK(batch(10'485, 100) == 5);
    CHECK(batch(1 << 20, 1000) == 8);
}

TEST_CASE("tuning: the row goes by subtrees where a warp takes fewer bytes than the row says") {
    const auto threads = [](int item_bytes, index_t kib) {
        return make_plan(whole_input{{(kib << 10) / item_bytes}}, kind_of(item_bytes), card(132))
            .tiles.threads;
    };
    for (const int item_bytes : {12, 24}) {
        CHECK(threads(item_bytes, 700) == 64);
        CHECK(threads(item_bytes, 1 << 10) == 128);  // 4 and 8 bytes: 64
        CHECK(threads(item_bytes, 3 << 10) == 128);
        CHECK(threads(item_bytes, 4 << 10) == 256);    // 4 and 8 bytes: 128
        CHECK(threads(item_bytes, 250 << 10) == 256);  // by bytes, as all others
        CHECK(threads(item_bytes, 300 << 10) == 512);
    }
    CHECK(threads(20, 800) == 128);
    for (const int item_bytes : {4, 8, 16})
        for (const auto& [kib, expected] : {std::pair{1 << 10, 64}, {4 << 10, 128}, {250 << 10, 256}})
            CHECK(threads(item_bytes, kib) == expected);
}

TEST_CASE("tuning: of the host: rows of matrices and the results of a thread") {
    capacity place = threads(4);
    const auto wide = columns(1 << 12, 1 << 14);
    const index_t tiles = make_plan(wide, kind_of(4), place).columns->column_tiles;
    place.tuned.beside_bytes = 1 << 10;
    CHECK(make_plan(wide, kind_of(4), place).columns->column_tiles == 8 * tiles);

    place = threads(4);
    const auto many = runs(1 << 20, 64);
    const index_t longest = impulse::detail::part_of(make_plan(many, kind_of(4), place).segments)->longest;
    place.tuned.grouped_bytes = 128 << 10;
    CHECK(impulse::detail::part_of(make_plan(many, kind_of(4), place).segments)->longest < longest);
}
