// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check, in small: policies, queue and guard on blocks of fibers.
#include "check.hpp"

#include <emulated/run.hpp>
#include <monoids.hpp>
#include <sizes.hpp>

#include <impulse/group_reduce.hpp>
#include <impulse/guard.hpp>
#include <impulse/operators.hpp>
#include <impulse/queue.hpp>

#include <cmath>
#include <cstdint>
#include <exception>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::stretch;

namespace {

constexpr int width = 4;
constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};
using executor = emulated::executor<emulated::fibers, width>;

template <class Make, class Init, class Op>
void check_policies(turns order, const Make& make, const Init& init, const Op& op) {
    emulated::fibers machine(order);
    for (const emulated::size size : {emulated::size{1, 3, 1}, emulated::size{4, 2, 2}}) {
        executor on(machine, size);
        for (const index_t n : {0, 1, 5, 16, 17, 63, 64, 65, 129, 700}) {
            const auto items = support::make_items(n, make);
            const auto expected = support::fold_serially(items, init, op);
            emulated::for_each_strategy([&]<class Strategy>(const char* policy) {
                for (int launch = 0; launch < 2; ++launch) {  // on the same counters
                    int unwritten = 0;
                    const auto result =
                        emulated::reduce_on<Strategy>(on, items, init, emulated::watched<Op>{op, &unwritten});
                    check(unwritten == 0, policy);
                    check(result.writes == 1 && *result.value == expected, policy);
                    check(on.counters().ticket == 0 && on.counters().next == 0, policy);
                }
            });
        }
    }
}

/// Each position to one block, in batches, the same for all threads of the block.
void check_queue(turns order) {
    emulated::fibers machine(order);
    executor on(machine, {});
    for (const index_t batch : {1, 3}) {
        std::uint64_t counter = 0;
        const impulse::global_queue queue(&counter, 20);
        std::vector<int> handed_out(20, 0);
        emulated::run_blocks(on, 3, 2 * width, [&](auto& block) {
            for (auto next = queue.fetch(block, batch); next.begin < next.end;
                 next = queue.fetch(block, batch))
                for (index_t p = next.begin; p < next.end; ++p) ++handed_out.at(static_cast<std::size_t>(p));
        });
        for (const int threads : handed_out) check(threads == 2 * width, "global_queue");
    }
}

/// Blocks of any size, whose last warp may be short of lanes.
void check_groups(turns order) {
    emulated::fibers machine(order);
    executor on(machine, {});
    const auto words = support::make_items(100, support::make_stretch{});
    const auto tallies = support::make_items(100, support::make_tally{});
    const support::tally expected =
        support::fold_serially(tallies, support::tally{7, 7}, support::join_tallies{});
    for (const int threads : {1, 3, 4, 6, 11}) {
        emulated::run_blocks(on, 1, threads, [&](auto& block) {
            const support::join_stretches join;
            const stretch mine = support::make_stretch{}(block.rank());
            const int valid = threads / 2 + 1;
            check(impulse::group_all_reduce(block, mine, join, valid) == stretch{0, valid},
                  "group_all_reduce");
            if (threads <= width)
                check(impulse::group_all_reduce(block.warp(), mine, join) == stretch{0, threads},
                      "of a warp");
            const auto all =
                impulse::joint_reduce(block, words.data(), words.data() + 100, stretch{-3, 0}, join);
            const auto sum =
                impulse::joint_reduce(block, tallies.data(), tallies.data() + 100, support::tally{7, 7},
                                      impulse::commutative(support::join_tallies{}));
            if (block.rank() == 0) check(all == stretch{-3, 100} && sum == expected, "joint_reduce");
        });
    }
}

/// The bits of a sum of numbers of very different sizes do not depend on how many blocks fetch.
void check_repeatability() {
    emulated::fibers machine;
    const auto items = support::make_items(1000, [](index_t i) {
        const auto number = support::scatter(static_cast<std::uint64_t>(i));
        return std::ldexp(static_cast<float>(number % 2001) - 1000.f, static_cast<int>(number >> 32) % 40);
    });
    executor one(machine, {1, 2, 1}), many(machine, {5, 2, 1});
    const auto sum = [&](executor& on) {
        return *emulated::reduce_on<impulse::work_queue_strategy>(on, items, 0.f, impulse::plus{}).value;
    };
    check(sum(one) == sum(many), "repeatability");
}

}  // namespace

int main() try {
    for (const turns order : orders) {
        check_policies(order, support::make_stretch{}, stretch{-3, 0}, support::join_stretches{});
        check_policies(order, support::make_tally{}, support::tally{7, 7},
                       impulse::commutative(support::join_tallies{}));
        check_queue(order);
        check_groups(order);
    }
    check_repeatability();
} catch (const std::exception& error) {
    check(false, error.what());
}
