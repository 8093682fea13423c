// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of callers' own kernels, in small: groups and queue on blocks of fibers.
#include "fibers.hpp"

#include <impulse/group_reduce.hpp>
#include <impulse/queue.hpp>

#include <cstdint>
#include <exception>
#include <vector>

namespace {

/// Each position to one block, in batches, the same for all threads of the block.
void check_queue(turns order) {
    emulated::fibers machine(order);
    gpu on(machine, {});
    for (const index_t batch : {1, 3}) {
        std::uint64_t counter = 0;
        const impulse::global_queue queue(&counter, 20);
        std::vector<int> handed_out(20, 0);
        emulated::run_blocks(on, 3, 2 * width, [&](auto& block) {
            for (auto next = queue.fetch(block, batch); next; next = queue.fetch(block, batch))
                for (index_t p = next.begin; p < next.end; ++p) ++handed_out.at(static_cast<std::size_t>(p));
        });
        for (const int threads : handed_out) check(threads == 2 * width, "global_queue");
    }
}

/// Blocks of any size, whose last warp may be short of lanes.
void check_groups(turns order) {
    emulated::fibers machine(order);
    gpu on(machine, {});
    const auto items = hashes(300);
    const auto tallies = support::make_items(100, support::make_tally{});
    const support::tally expected =
        support::fold_serially(tallies, support::tally{7, 7}, support::join_tallies{});
    for (const int threads : {1, 3, 8, 11, 20}) {
        emulated::run_blocks(on, 1, threads, [&](auto& block) {
            const hash mine = items[static_cast<std::size_t>(block.rank())];
            const auto valid = static_cast<std::size_t>(threads / 2 + 1);
            check(impulse::group_all_reduce(block, mine, mix{}, static_cast<int>(valid)) ==
                      tree(items, 0, valid, mix{}),
                  "group_all_reduce");
            if (threads <= width)
                check(impulse::group_all_reduce(block.warp(), mine, mix{}) ==
                          tree(items, 0, static_cast<std::size_t>(threads), mix{}),
                      "of a warp");
            for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{300}}) {
                const auto all = impulse::joint_reduce(block, items.data(), items.data() + n, init, mix{});
                if (block.rank() == 0) check(all == tree(init, items, 0, n, mix{}), "joint_reduce");
            }
            const auto sum =
                impulse::joint_reduce(block, tallies.data(), tallies.data() + 100, support::tally{7, 7},
                                      impulse::unordered(support::join_tallies{}));
            if (block.rank() == 0) check(sum == expected, "joint_reduce, order dropped");
        });
    }
}

}  // namespace

int main() try {
    for (const turns order : orders) {
        check_queue(order);
        check_groups(order);
    }
} catch (const std::exception& error) {
    check(false, error.what());
}
