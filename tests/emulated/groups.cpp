// SPDX-License-Identifier: Apache-2.0
// The reductions that users' own kernels call: any block size, any number of values, any number of items.
#include <suite.hpp>

#include <emulated/run.hpp>

#define IMPULSE_INTERNAL 1
#include <impulse/detail/backend/host/block.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/tree.hpp>

using emulated::turns;
using support::join_stretches;
using support::stretch;

namespace {

constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

/// Calls f(block) in every thread of one block, whose last warp may have fewer lanes.
template <int Width, class F>
void run_block(turns order, int threads, F f) {
    emulated::fibers machine(order);
    emulated::gpu<emulated::fibers, Width> on(machine, {});
    emulated::run_blocks(on, 1, threads, f);
}

template <int Width>
void check_block(turns order, int threads, int valid) {
    CAPTURE(Width);
    CAPTURE(threads);
    CAPTURE(valid);
    stretch first{};
    std::uint64_t hash = 0;
    const support::make_hash make{support::seed()};
    std::vector<stretch> all(static_cast<std::size_t>(threads));
    run_block<Width>(order, threads, [&](auto& block) {
        const stretch mine = support::make_stretch{}(block.rank());
        // one after the other, without a barrier in between
        const stretch joined = impulse::group_reduce(block, mine, join_stretches{}, valid);
        all[static_cast<std::size_t>(block.rank())] =
            impulse::group_all_reduce(block, mine, join_stretches{}, valid);
        const std::uint64_t mixed = impulse::group_reduce(block, make(block.rank()), support::mix{}, valid);
        if (block.rank() == 0) first = joined, hash = mixed;
    });
    CHECK(first == stretch{0, valid});
    CHECK(support::mix{}(5, hash) ==
          impulse::tree_fold(support::make_items(valid, make), std::uint64_t{5}, support::mix{}));
    for (const stretch& one : all) CHECK(one == stretch{0, valid});
}

template <int Width>
void check_warp(turns order, int lanes, int valid) {
    CAPTURE(Width);
    CAPTURE(lanes);
    CAPTURE(valid);
    std::vector<stretch> all(static_cast<std::size_t>(lanes));
    run_block<Width>(order, lanes, [&](auto& block) {
        all[static_cast<std::size_t>(block.rank())] = impulse::group_all_reduce(
            block.warp(), support::make_stretch{}(block.rank()), join_stretches{}, valid);
    });
    for (const stretch& one : all) CHECK(one == stretch{0, valid});
}

/// Reduces contiguous items by the tree and, for a tally, in any order.
template <int Width>
void check_joint(turns order, int threads, index_t count) {
    CAPTURE(Width);
    CAPTURE(threads);
    CAPTURE(count);
    const auto items = support::make_items(count, support::make_hash{support::seed()});
    const auto tallies = support::make_items(count, support::make_tally{});
    const std::uint64_t init = 5;
    const support::mix op;
    const support::tally none{1, 5};
    std::uint64_t of_block = 0;
    std::uint64_t of_iterators = 0;
    std::uint64_t of_warp = 0;
    support::tally tally{};
    run_block<Width>(order, threads, [&](auto& block) {
        const std::uint64_t* const first = items.data();
        const auto whole = impulse::joint_reduce(block, first, first + count, init, op);
        const auto behind = impulse::joint_reduce(block, items.begin(), items.end(), init, op);
        const auto sum = impulse::joint_reduce(block, tallies.data(), tallies.data() + count, none,
                                               impulse::unordered(support::join_tallies{}));
        if (block.rank() == 0) of_block = whole, of_iterators = behind, tally = sum;
        if (block.warp_rank() == 0) {
            const auto w = impulse::joint_reduce(block.warp(), first, first + count, init, op);
            if (block.rank() == 0) of_warp = w;
        }
    });
    const std::uint64_t expected = impulse::tree_fold(items, init, op);
    CHECK(of_block == expected);
    CHECK(of_iterators == expected);
    CHECK(of_warp == expected);
    CHECK(tally == support::fold_serially(tallies, none, support::join_tallies{}));
}

}  // namespace

TEST_SUITE_BEGIN("emulated groups" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("group_reduce of a block of any size joins any number of values in order") {
    for (const turns order : orders)
        for (int threads = 1; threads <= 16; ++threads)
            for (int valid = 1; valid <= threads; ++valid) check_block<4>(order, threads, valid);
    for (const int threads : {1, 5, 31, 33, 63, 100, 257, 1000, 1023, 1024})
        for (const int valid : {1, threads / 2 + 1, threads})
            check_block<32>(turns::by_chance, threads, valid);
}

TEST_CASE("group_all_reduce of a warp, also of one short of lanes") {
    for (const turns order : orders)
        for (int lanes = 1; lanes <= 8; ++lanes)
            for (int valid = 1; valid <= lanes; ++valid) check_warp<8>(order, lanes, valid);
    for (const int lanes : {1, 2, 17, 31, 32}) check_warp<32>(turns::by_chance, lanes, lanes);
}

TEST_CASE("joint_reduce gives tree_fold's bits for any block and any number of items") {
    for (const turns order : orders)
        for (const int threads : {1, 2, 3, 4, 5, 8, 11, 16})
            for (const index_t count : {0, 1, 3, 4, 15, 16, 17, 63, 64, 65, 130, 401})
                check_joint<4>(order, threads, count);
    for (const int threads : {7, 32, 40, 96}) check_joint<32>(turns::by_chance, threads, 3001);
}

TEST_CASE("a CPU thread is a block of its own, for any copyable type") {
    impulse::on_host::block self(0, 1);
    CHECK(impulse::group_reduce(self, std::string("one"), impulse::plus{}) == "one");
    CHECK(impulse::group_all_reduce(self, 7, impulse::plus{}, 1) == 7);
    CHECK(impulse::group_all_reduce(self, std::string("all"), impulse::plus{}) == "all");
    CHECK(impulse::group_broadcast(self, stretch{3, 4}) == stretch{3, 4});
    const std::vector<std::string> words{"a", "b", "c", "d"};
    CHECK(impulse::joint_reduce(self, words.begin(), words.end(), std::string("="), impulse::plus{}) ==
          "=abcd");
    CHECK(impulse::joint_reduce(self, words.begin(), words.begin(), std::string("="), impulse::plus{}) ==
          "=");
}

TEST_SUITE_END();

TEST_CASE("blocks of threads reduce, one collective after the other [threads]") {
    emulated::threads machine;
    emulated::gpu<emulated::threads, 4> on(machine, {});
    for (const int threads : {3, 6}) {
        std::vector<int> right(static_cast<std::size_t>(threads));
        emulated::run_blocks(on, 1, threads, [&](auto& block) {
            const stretch mine = support::make_stretch{}(block.rank());
            int& count = right[static_cast<std::size_t>(block.rank())];
            for (int valid = 1; valid <= threads; ++valid)
                count += impulse::group_all_reduce(block, mine, join_stretches{}, valid) == stretch{0, valid};
        });
        for (const int count : right) CHECK(count == threads);
    }
}
