// SPDX-License-Identifier: Apache-2.0
// Every policy on grids of emulated blocks: the free monoid and related operators, every size class, every
// order of arrival, in tree order and with the order dropped.
#include <suite.hpp>

#include <emulated/check.hpp>
#include <policies.hpp>

#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>

#include <algorithm>

using emulated::check_everywhere;
using emulated::orders;
using emulated::turns;
using support::for_each_policy;
using support::stretch;

namespace {

/// Needs no initial value: the operator defines the result of no items.
struct join_or_say_nothing : support::join_stretches {
    static stretch nothing(index_t) { return {-1, -1}; }
};

}  // namespace

TEST_SUITE_BEGIN("emulated policies" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("the free monoid: nothing lost, repeated or reordered, init once and on the left") {
    for (const turns order : orders) {
        check_everywhere<4>(for_each_policy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
        check_everywhere<8>(for_each_policy, support::make_stretch{}, stretch{-3, 0},
                            support::join_stretches{}, order);
    }
}

TEST_CASE("every shape by hand") {
    check_everywhere<4>(support::for_each_shape, support::make_stretch{}, stretch{-3, 0},
                        support::join_stretches{}, turns::by_chance);
}

TEST_CASE("order dropped: nothing lost or repeated") {
    for (const turns order : orders)
        check_everywhere<4>(for_each_policy, support::make_tally{}, support::tally{7, 7},
                            impulse::unordered(support::join_tallies{}), order);
}

TEST_CASE("order dropped: a product, which shows zeros that are not there") {
    emulated::fibers machine;
    emulated::gpu<emulated::fibers, 8> on(machine, {2, 1, 2});
    const auto policy = impulse::last_block.tune({.items = 2048}).on(on.place());
    const auto times = [](std::uint32_t a, std::uint32_t b) { return a * b; };
    for (const index_t n : {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 129, 200, 513, 700, 1025}) {
        CAPTURE(n);
        const auto items =
            support::make_items(n, [](index_t i) { return static_cast<std::uint32_t>(2 * i + 3); });
        CHECK(impulse::reduce(policy, items, 5u, impulse::unordered(times)) ==
              support::fold_serially(items, 5u, times));
    }
}

TEST_CASE("matrices modulo a prime") {
    check_everywhere<4>(for_each_policy, support::make_matrix{support::seed()}, support::matrix{{1, 2, 3, 4}},
                        impulse::assume_associative(support::matrix_product{}), turns::by_chance);
}

TEST_CASE("semigroups without an identity") {
    check_everywhere<4>(for_each_policy, support::make_number{}, std::int64_t{1}, support::first{},
                        turns::by_chance);
    check_everywhere<4>(for_each_policy, support::make_number{}, std::int64_t{1}, support::last{},
                        turns::by_chance);
}

TEST_CASE("what is a little too much for a block is taken at once by a cluster") {
    const auto items = support::make_items(1100, support::make_stretch{});
    const auto numbers = support::make_items(1100, [](index_t i) {
        return static_cast<float>(support::scatter(static_cast<std::uint64_t>(i)) % 100) - 50;
    });
    int clusters = 0;
    for (const turns order : orders) {
        emulated::fibers machine(order);
        emulated::gpu<emulated::fibers, 4> on(machine, {4, 1, 4});
        for (const std::size_t n : {16,  17,  31,  33,  64,  65,  127, 128,  129,  255,  256,
                                    257, 300, 511, 512, 513, 768, 769, 1000, 1024, 1025, 1100}) {
            CAPTURE(n);
            const std::span of(items.data(), n);
            const std::span numbers_of(numbers.data(), n);
            for_each_policy([&](const char* name, const auto& policy) {
                CAPTURE(name);
                const auto here = policy.on(on.place());
                const impulse::tile_plan p = impulse::reduce.plan(here, of, join_or_say_nothing{}).tiles;
                clusters += p.single_tile && p.blocks > 1;
                int unwritten = 0;
                CHECK(impulse::reduce(here, of, stretch{-3, 0},
                                      emulated::watched<support::join_stretches>{{}, &unwritten}) ==
                      stretch{-3, static_cast<index_t>(n)});
                CHECK(unwritten == 0);
                CHECK(impulse::reduce(here, numbers_of, -0.f) == impulse::reduce(numbers_of, -0.f));
                CHECK(impulse::max_element(here, numbers_of) - numbers_of.begin() ==
                      std::max_element(numbers_of.begin(), numbers_of.end()) - numbers_of.begin());
                for (const index_t there : {index_t{0}, index_t{1}, index_t(n) / 2, index_t(n)})
                    CHECK(impulse::reduce(here, impulse::counted(of, &there), join_or_say_nothing{}) ==
                          (there == 0 ? stretch{-1, -1} : stretch{0, there}));
            });
            CHECK(on.counters_are_zero());
        }
    }
    CHECK(clusters > 0);
}

namespace {

/// Its size is not a multiple of a word, and the operator is neither commutative nor associative.
struct five_bytes {
    unsigned char byte[5];
    friend bool operator==(const five_bytes&, const five_bytes&) = default;
};
struct mix_bytes {
    five_bytes operator()(const five_bytes& a, const five_bytes& b) const {
        five_bytes mixed{};
        for (int i = 0; i < 5; ++i)
            mixed.byte[i] = static_cast<unsigned char>(3 * a.byte[i] + 5 * b.byte[(i + 1) % 5] + i);
        return mixed;
    }
};

}  // namespace

TEST_CASE("clusters: values of five bytes, bools, and where there is no room for one") {
    const auto items = support::make_items(900, [](index_t i) {
        five_bytes item{};
        for (int b = 0; b < 5; ++b) item.byte[b] = static_cast<unsigned char>(i * (b + 7));
        return item;
    });
    const auto bools = std::make_unique<bool[]>(900);
    for (std::size_t i = 0; i < 900; ++i) bools[i] = i % 317 == 300;
    for (const bool warp_smem : {true, false}) {
        emulated::fibers machine(turns::by_chance);
        emulated::gpu<emulated::fibers, 4> on(machine, {4, 1, 4});
        if (!warp_smem) on.without_clusters();
        for (const std::size_t n : {60, 65, 128, 200, 256, 257, 500, 900}) {
            CAPTURE(n);
            const std::span of(items.data(), n);
            const std::span<const bool> bools_of(bools.get(), n);
            for_each_policy([&](const char* name, const auto& policy) {
                CAPTURE(name);
                const auto here = policy.on(on.place());
                CHECK(impulse::reduce(here, of, five_bytes{}, mix_bytes{}) ==
                      impulse::tree_fold(of, five_bytes{}, mix_bytes{}));
                CHECK(impulse::max_element(here, bools_of) - bools_of.begin() ==
                      std::max_element(bools_of.begin(), bools_of.end()) - bools_of.begin());
            });
            CHECK(on.counters_are_zero());
        }
    }
}

TEST_CASE("the queue cuts what a caller's function makes into small pieces, of the same bits") {
    const auto by_caller = [](float x) { return x * 1.5f; };
    const auto items = support::make_items(20'000, [](index_t i) {
        return static_cast<float>(support::scatter(static_cast<std::uint64_t>(i)) % 100) - 50;
    });
    for (const turns order : orders) {
        emulated::fibers machine(order);
        emulated::gpu<emulated::fibers, 4> on(machine, {4, 8, 2});
        const auto queue = impulse::work_queue.on(on.place());
        const auto& summed = impulse::transform_reduce;
        const auto even = impulse::reduce.plan(queue, items, 0.f).tiles;
        const auto uneven = summed.plan(queue, items, 0.f, impulse::plus{}, by_caller).tiles;
        CHECK(uneven.subtrees > even.subtrees);
        CHECK(uneven.subtrees >= 3 * uneven.blocks);
        // The library's own transforms cost the same for each item; and no other policy makes more subtrees
        // for a caller's.
        CHECK(impulse::dot.plan(queue, items, items).tiles.subtrees <= even.subtrees * 2);
        CHECK(summed.plan(impulse::last_block.on(on.place()), items, 0.f, impulse::plus{}, by_caller)
                  .tiles.subtrees ==
              impulse::reduce.plan(impulse::last_block.on(on.place()), items, 0.f).tiles.subtrees);
        for (const std::size_t n : {1, 7, 300, 4097, 20'000}) {
            CAPTURE(n);
            const std::span of(items.data(), n);
            const float expected = summed(of, 0.f, impulse::plus{}, by_caller);
            CHECK(summed(queue, of, 0.f, impulse::plus{}, by_caller) == expected);
            CHECK(summed(queue.tune({.blocks = 3, .threads = 32, .items = 64}), of, 0.f, impulse::plus{},
                         by_caller) == expected);
            CHECK(on.counters_are_zero());
        }
    }
}

TEST_CASE("without an initial value") {
    emulated::fibers machine(turns::by_chance);
    emulated::gpu<emulated::fibers, 4> on(machine, {2, 1, 3});
    for (const index_t n : {0, 1, 5, 100, 1000})
        for_each_policy([&](const char* name, const auto& policy) {
            CAPTURE(name);
            const auto items = support::make_items(n, support::make_stretch{});
            CHECK(impulse::reduce(policy.on(on.place()), items, join_or_say_nothing{}) ==
                  (n == 0 ? stretch{-1, -1} : stretch{0, n}));
        });
}

TEST_SUITE_END();
