// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check, in small: policies, layouts, parts, queue and guard on blocks of fibers.
#include "check.hpp"

#include <emulated/run.hpp>
#include <policies.hpp>

#include <impulse/group_reduce.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/queue.hpp>
#include <impulse/reduce.hpp>

#include <bit>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::mix;
using hash = std::uint64_t;

namespace {

constexpr int width = 8;
constexpr hash init = 5;
constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};
template <int Width>
using fiber_gpu = emulated::gpu<emulated::fibers, Width>;
using gpu = fiber_gpu<width>;

template <int Width, class Policies, class Item, class Init, class Op>
void check_policies(turns order, const Policies& policies, const std::vector<Item>& items, const Init& first,
                    const Op& op, const Init& expected) {
    emulated::fibers machine(order);
    for (const emulated::size size :
         {emulated::size{1, 1, 1}, emulated::size{2, 2, 2}, emulated::size{Width < 3 ? Width : 3, 1, 6}}) {
        fiber_gpu<Width> on(machine, size);
        policies([&](const std::string& name, const auto& policy) {
            int unwritten = 0;
            emulated::result_cell<Init> result;
            impulse::reduce_into(policy.on(on.place()), items, &result, first,
                                 emulated::watched<Op>{op, &unwritten});
            check(unwritten == 0, name.c_str());
            check(result.writes == 1 && *result.value == expected, name.c_str());
            check(on.counters_are_zero(), name.c_str());
        });
    }
}

/// Cells that a block leaves to itself.
constexpr auto one_block_of_many_pieces = [](auto f) {
    f("last_block, 1 block, 16 items", impulse::last_block.tune({.blocks = 1, .items = 16}));
};

constexpr index_t counts[] = {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 129, 200, 513, 700};

/// The tree, by every policy and shape; in a warp with more lanes than chunks, and with fewer.
void check_tree(turns order) {
    for (const index_t n : counts) {
        const auto items = hashes(n);
        const hash expected = tree(init, items, 0, items.size(), mix{});
        check_policies<width>(order, support::for_each_policy, items, init, mix{}, expected);
        check_policies<width>(order, one_block_of_many_pieces, items, init, mix{}, expected);
        if (order != turns::by_chance) continue;
        check_policies<width>(order, support::for_some_policies, items, init, mix{}, expected);
        check_policies<2>(order, support::for_each_policy, items, init, mix{}, expected);
    }
}

void check_tallies(turns order) {
    for (const index_t n : counts) {
        const auto items = support::make_items(n, support::make_tally{});
        const auto expected = support::fold_serially(items, support::tally{7, 7}, support::join_tallies{});
        check_policies<width>(order, support::for_each_policy, items, support::tally{7, 7},
                              impulse::unordered(support::join_tallies{}), expected);
    }
}

/// A sum of -0s is +0 as soon as a 0 that is not there takes part.
void check_zeros() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    for (const index_t n : {1, 3, 31, 33, 100, 128, 300}) {
        const std::vector<float> items(static_cast<std::size_t>(n), -0.f);
        const float sum = impulse::reduce(impulse::last_block.on(on.place()), items, -0.f);
        check(std::bit_cast<std::uint32_t>(sum) == 0x80000000u, "a sum of -0s");
    }
}

void check_leaves() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    for (const index_t n : {0, 1, 3, 4, 5, 63, 64, 65, 127, 130, 255, 1000}) {
        const auto items = hashes(n);
        check(impulse::reduce(impulse::two_pass.on(on.place()), items, init, mix_of_leaves{}) ==
                  tree_of_leaves(init, items),
              "leaves of several items");
    }
}

void check_batches(turns order) {
    emulated::fibers machine(order);
    gpu on(machine, {2, 1, 2});
    for (const index_t length : {1, 3, 16, 17, 64, 65, 300}) {
        const index_t count = 1 + 300 / length;
        const auto items = hashes(length * count);
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            std::vector<emulated::result_cell<hash>> results(static_cast<std::size_t>(count));
            impulse::reduce_into(policy.on(on.place()), impulse::batches(items, length), results.begin(),
                                 init, mix{});
            for (index_t g = 0; g < count; ++g) {
                const auto& result = results[static_cast<std::size_t>(g)];
                const auto begin = static_cast<std::size_t>(g * length);
                check(result.writes == 1 &&
                          *result.value ==
                              tree(init, items, begin, begin + static_cast<std::size_t>(length), mix{}),
                      name.c_str());
            }
        });
    }
}

/// Two parts that meet anywhere are the whole; where the second begins is read from memory.
void check_parts() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const auto items = hashes(400);
    for (const index_t n : {1, 5, 31, 64, 200, 400})
        for (const index_t cut : {index_t{0}, index_t{1}, n / 3, n / 2, n - 1, n}) {
            const hash* const first = items.data();
            const auto left =
                impulse::reduce_part(impulse::two_pass.on(on.place()), first, first + cut, 0, mix{});
            impulse::forest<hash> right;
            impulse::reduce_part_into(impulse::last_block.tune({.items = 4}).on(on.place()), first + cut,
                                      first + n, &cut, &right, mix{});
            const auto whole = impulse::join(left, right, mix{});
            check(whole.begin == 0 && whole.end == n, "where a part ends");
            check(whole.value(init, mix{}) == tree(init, items, 0, static_cast<std::size_t>(n), mix{}),
                  "parts");
        }
}

void check_late_counts() {
    using late = impulse::detail::all_items<impulse::detail::counted>;
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const auto items = hashes(300);
    for (const index_t there : {-2, 0, 1, 100, 299, 300, 305}) {
        const auto n = static_cast<std::size_t>(there < 0 ? 0 : there < 300 ? there : 300);
        const impulse::detail::request asked{impulse::contiguous(items.data(), 300), late{{300, &there}},
                                             init, mix{}};
        support::for_each_policy([&](const char* name, const auto& policy) {
            emulated::result_cell<hash> result;
            impulse::detail::evaluate_into(policy.on(on.place()), asked, &result);
            check(result.writes == 1 && *result.value == tree(init, items, 0, n, mix{}), name);
        });
    }
}

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
        check_tree(order);
        check_tallies(order);
        check_batches(order);
        check_queue(order);
        check_groups(order);
    }
    check_zeros();
    check_leaves();
    check_parts();
    check_late_counts();
} catch (const std::exception& error) {
    check(false, error.what());
}
