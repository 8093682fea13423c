// SPDX-License-Identifier: Apache-2.0
// Every policy on blocks of std::threads that all run at the same time: a sample of the tests, for
// ThreadSanitizer.
#include <suite.hpp>

#include "queue_and_guard.hpp"

#include <arrays.hpp>
#include <emulated/check.hpp>
#include <keys.hpp>
#include <policies.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/by_key.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/layouts.hpp>
#include <impulse/tree.hpp>

using support::stretch;

namespace {

template <class Make, class Init, class Op>
void check_samples(const Make& make, const Init& init, const Op& op) {
    constexpr int width = 4;
    const index_t tile = emulated::tile_items<width, Init, Op>();
    emulated::threads machine;
    for (const emulated::size size :
         {emulated::size{4, 1, 1}, emulated::size{2, 1, 2}, emulated::size{2, 1, 4}}) {
        emulated::gpu<emulated::threads, width> on(machine, size);
        for (const index_t n : {index_t{0}, index_t{1}, tile, 3 * tile + 1, 9 * tile - 1}) {
            const auto items = support::make_items(n, make);
            const auto expected = impulse::tree_fold(items, init, op);
            support::for_each_policy([&](const std::string& name, const auto& policy) {
                emulated::result_cell<Init> result;
                impulse::reduce_into(policy.on(on.place()), items, &result, init, op);
                const bool equal = result.writes == 1 && *result.value == expected;
                emulated::check_outcome(name, size, n, {result.writes, equal, 0, on.counters_are_zero()});
            });
        }
    }
}

}  // namespace

TEST_CASE("global_queue hands every position to exactly one block [threads]") {
    emulated::threads machine;
    emulated::gpu<emulated::threads, 4> on(machine, emulated::all_at_once);
    emulated::check_queue(on);
}

TEST_CASE("last_block_guard tells one block, which sees what all wrote, and resets itself [threads]") {
    emulated::threads machine;
    emulated::gpu<emulated::threads, 4> on(machine, emulated::all_at_once);
    emulated::check_guard(on);
}

TEST_CASE("blocks of threads: the free monoid") {
    check_samples(support::make_stretch{}, stretch{-3, 0}, support::join_stretches{});
}

TEST_CASE("blocks of threads: order dropped") {
    check_samples(support::make_tally{}, support::tally{7, 7}, impulse::unordered(support::join_tallies{}));
}

TEST_CASE("blocks of threads: the tree") {
    check_samples(support::make_hash{support::seed()}, std::uint64_t{5}, support::mix{});
}

TEST_CASE("blocks of threads: batches, longer than a piece and shorter than a warp's tile") {
    emulated::threads machine;
    emulated::gpu<emulated::threads, 4> on(machine, {2, 1, 3});
    for (const index_t length : {3, 300}) {
        const index_t count = length == 3 ? 40 : 3;
        const auto items = support::make_items(length * count, support::make_hash{support::seed()});
        support::for_each_policy([&](auto, const auto& policy) {
            std::vector<std::uint64_t> results(static_cast<std::size_t>(count));
            impulse::reduce_into(policy.on(on.place()), impulse::batches(items, length), results.begin(),
                                 std::uint64_t{5}, support::mix{});
            for (index_t g = 0; g < count; ++g) {
                const std::vector<std::uint64_t> group(items.begin() + g * length,
                                                       items.begin() + (g + 1) * length);
                CHECK(results[static_cast<std::size_t>(g)] ==
                      impulse::tree_fold(group, std::uint64_t{5}, support::mix{}));
            }
        });
    }
}

TEST_CASE("blocks of threads: segments, some on the list") {
    emulated::threads machine;
    const auto items = support::make_items(600, support::make_hash{support::seed()});
    const support::offsets at = support::offsets_of({3, 0, 1, 300, 9, 17, 40, 2, 70, 0, 129, 8});
    support::for_each_policy([&](auto, const auto& policy) {
        emulated::gpu<emulated::threads, 4> on(machine, {2, 1, 3});
        std::vector<std::uint64_t> results(at.size() - 1);
        impulse::reduce_into(policy.on(on.place()), impulse::segments(items, at), results.begin(),
                             std::uint64_t{5}, support::mix{});
        for (std::size_t r = 0; r < results.size(); ++r) {
            const std::vector<std::uint64_t> group(items.begin() + at[r], items.begin() + at[r + 1]);
            CHECK(results[r] == impulse::tree_fold(group, std::uint64_t{5}, support::mix{}));
        }
        CHECK(on.counters_are_zero());
    });
}

TEST_CASE("blocks of threads: runs of equal keys, some on the list") {
    emulated::threads machine;
    const auto items = support::make_items(600, support::make_hash{support::seed()});
    const auto runs = support::runs_of<int>(support::offsets_of({3, 1, 300, 9, 17, 40, 2, 70, 129, 29}));
    const auto expected = support::trees(items, runs.begins, runs.ends, std::uint64_t{5}, support::mix{});
    support::for_each_policy([&](auto, const auto& policy) {
        emulated::gpu<emulated::threads, 4> on(machine, {2, 1, 3});
        std::vector<std::uint64_t> results(expected.size());
        std::vector<int> keys(expected.size());
        index_t count = 0;
        impulse::reduce_by_key_into(policy.on(on.place()), impulse::by_key(runs.keys, items), keys.begin(),
                                    results.begin(), &count, std::uint64_t{5}, support::mix{});
        CHECK(count == static_cast<index_t>(expected.size()));
        CHECK((results == expected));
        CHECK((keys == runs.first_keys));
        CHECK(on.counters_are_zero());
    });
}

TEST_CASE("blocks of threads: columns, whose pieces meet") {
    emulated::threads machine;
    const auto items = support::make_items(1500, support::make_hash{support::seed()});
    for (const index_t width : {1, 3, 10}) {
        const support::array_view<const std::uint64_t, 2> matrix{
            items.data(), {1500 / width, width}, {width, 1}};
        const auto expected = support::trees_of(matrix, 1, std::uint64_t{5}, support::mix{});
        support::for_each_policy([&](auto, const auto& policy) {
            emulated::gpu<emulated::threads, 4> on(machine, {2, 1, 3});
            std::vector<std::uint64_t> results(expected.size());
            impulse::reduce_into(policy.on(on.place()), impulse::columns(matrix), results.begin(),
                                 std::uint64_t{5}, support::mix{});
            CHECK((results == expected));
            CHECK(on.counters_are_zero());
        });
    }
}

TEST_CASE("blocks of threads: collectives that follow each other at once") {
    constexpr int width = 4;
    constexpr int threads = 3 * width;
    emulated::threads machine;
    emulated::gpu<emulated::threads, width> on(machine, {});
    std::vector<int> wrong(threads, 0);
    stretch words[10];
    emulated::run_whole_blocks(on, 1, threads, [&](auto& block) {
        const support::join_stretches op;
        const impulse::detail::op_adaptor<stretch, const support::join_stretches> join(op, 0);
        int& errors = wrong[static_cast<std::size_t>(block.rank())];
        for (int round = 0; round < 10; ++round) {
            errors += impulse::detail::broadcast(block, 100 * round + block.rank()) != 100 * round;
            errors += impulse::detail::broadcast(block, index_t{block.rank()} - 7) != -7;
            impulse::uninitialized<stretch> mine(support::make_stretch{}(block.rank()));
            impulse::detail::reduce_block<stretch>(block, mine, threads, join);
            if (block.rank() == 0) words[round] = *mine;
        }
    });
    for (const int errors : wrong) CHECK(errors == 0);
    for (const stretch& word : words) CHECK(word == stretch{0, threads});
}
