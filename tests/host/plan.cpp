// SPDX-License-Identifier: Apache-2.0
// Plans for places that this machine need not have: every item is in exactly one subtree, and all numbers are
// within their bounds.
#include "plan.hpp"

using namespace plan_tests;

namespace {

/// Some of 0, …, n - 1: all of them if n is small, else both ends and some random ones.
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

    // Its blocks.
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

    // Its subtrees.
    REQUIRE(p.tiles.leaf == kind.leaf);
    const index_t subtree = index_t{1} << p.tiles.log2_subtree;
    const index_t longest = impulse::detail::divide_up(layout.longest(), kind.leaf);
    if (!kind.cuts) REQUIRE(subtree >= longest);

    // Its partials and its list.
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
    if constexpr (!Layout::has_many) {  // one result has all subtrees
        static_assert(std::is_same_v<decltype(p), const impulse::whole_input_plan>);
        REQUIRE(kept.listed == 0);
        REQUIRE(p.tiles.subtrees >= 1);
        REQUIRE((p.tiles.subtrees << p.tiles.log2_subtree) >= leaves(0));
        REQUIRE(((p.tiles.subtrees - 1) << p.tiles.log2_subtree) < std::max<index_t>(1, leaves(0)));
        if (p.tiles.subtrees > 1) REQUIRE(p.tiles.partials > 0);
        if (p.tiles.single_tile) {
            const index_t of_block = index_t{p.tiles.threads} * kind.few_per_lane;
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
        // The list has space for all its entries.
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
    // The items of adjacent results are adjacent.
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
    if (place.warp_width > 1 && leaves <= kind.share.each) {  // each lane takes a column
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

    // A warp reduces a node, with at most as many steps as it has space for.
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

/// All layouts of n items in leaves of `leaf`, with a random kind of work and a random shape.
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
        support::for_each_shape([&](auto, const auto& policy) {
            CAPTURE(n);
            const auto p = impulse::reduce.plan(policy, x, 0.f, impulse::plus{});
            const std::string words = to_string(p), plan = words.substr(0, words.find("workspace"));
            CHECK(impulse::explain(policy, x, 0.f, impulse::plus{}).find(plan) != std::string::npos);
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

TEST_CASE("plan: of three or six staged tiles no warp takes two, if the block may have so many") {
    const auto warps = [](index_t tiles, const impulse::shape& user_shape = {}) {
        return make_plan(whole_input{{tiles * 128}}, staging(72), sharing(227), user_shape).tiles.threads /
               32;
    };
    CHECK(warps(1) == 1);
    CHECK(warps(3) == 4);
    CHECK(warps(6) == 8);
    CHECK(warps(6, {.threads = 96}) == 2);
}

TEST_CASE("plan: threads of a CPU share the keys evenly, one takes them alone") {
    using some_keys = impulse::detail::key_runs<impulse::contiguous_source<int>, impulse::plus>;
    for (const int count : {1, 2, 8})
        for (const int log2_keys : {4, 17, 20, 22, 25}) {
            CAPTURE(count);
            CAPTURE(log2_keys);
            const index_t keys = index_t{1} << log2_keys;
            const auto p = make_plan(some_keys{{nullptr, keys}, {}, keys}, kind_of(4), threads(count));
            const impulse::run_search& s = p.key_runs;
            CHECK(s.blocks == s.tiles);
            CHECK(s.tile % 64 == 0);  // bits of a word are of one tile
            CHECK(s.is_counted == (s.tiles > 1));
            CHECK((s.tiles == 1) == (count == 1 || log2_keys <= 4));
        }
}
