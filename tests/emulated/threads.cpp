// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every policy on blocks of std::threads that all run at the same time: samples, for ThreadSanitizer.
#include <doctest/doctest.h>

#include <emulated/run.hpp>
#include <monoids.hpp>
#include <sizes.hpp>

#include <impulse/group.hpp>
#include <impulse/operators.hpp>

#include <vector>

using impulse::index_t;
using support::stretch;

namespace {

template <class Make, class Init, class Op>
void check_samples(const Make& make, const Init& init, const Op& op) {
    using item = decltype(make(index_t{}));
    constexpr int width = 4;
    const index_t tile = impulse::tile_items<item, impulse::contiguous_source<item>, Op>(width);
    emulated::threads machine;
    for (const emulated::size size :
         {emulated::size{1, 3, 1}, emulated::size{2, 2, 1}, emulated::size{4, 2, 1}}) {
        emulated::executor<emulated::threads, width> on(machine, size);
        for (const index_t n : {index_t{0}, index_t{1}, tile, 3 * tile + 1, 9 * tile - 1}) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            emulated::for_each_strategy([&]<class Strategy>(const char* policy) {
                CAPTURE(policy);
                CAPTURE(size.blocks);
                CAPTURE(n);
                const auto result = emulated::reduce_on<Strategy>(on, items, init, op);
                CHECK(result.writes == 1);
                if (result.writes == 1) CHECK(*result.value == expected);
                CHECK(on.counters().ticket == 0);
                CHECK(on.counters().next == 0);
            });
        }
    }
}

}  // namespace

TEST_CASE("blocks of threads: the free monoid") {
    check_samples(support::make_stretch{}, stretch{-3, 0}, support::join_stretches{});
}

TEST_CASE("blocks of threads: order dropped") {
    check_samples(support::make_tally{}, support::tally{7, 7}, impulse::commutative(support::join_tallies{}));
}

TEST_CASE("blocks of threads: collectives that follow each other at once") {
    constexpr int width = 4;
    constexpr int threads = 3 * width;
    emulated::threads machine;
    emulated::executor<emulated::threads, width> on(machine, {});
    std::vector<int> wrong(threads, 0);
    stretch words[10];
    emulated::run_blocks(on, 1, threads, [&](auto& block) {
        support::join_stretches op;
        int& errors = wrong[static_cast<std::size_t>(block.rank())];
        for (int round = 0; round < 10; ++round) {
            errors += impulse::broadcast(block, 100 * round + block.rank()) != 100 * round;
            errors += impulse::broadcast(block, index_t{block.rank()} - 7) != -7;
            impulse::partial<stretch> mine(support::make_stretch{}(block.rank()));
            impulse::reduce_block<stretch>(block, mine, threads, op);
            if (block.rank() == 0) words[round] = *mine;
        }
    });
    for (const int errors : wrong) CHECK(errors == 0);
    for (const stretch& word : words) CHECK(word == stretch{0, threads});
}
