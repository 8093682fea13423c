// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of policies, in small: the tree and what departs from it, on blocks of fibers.
#include "fibers.hpp"

#include <policies.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <bit>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace {

template <int Width>
using fiber_gpu = emulated::gpu<emulated::fibers, Width>;

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

/// Order dropped. Several items to a word, so that a lane has neighbours.
void check_sums(turns order) {
    for (const index_t n : counts) {
        const auto items = hashes(n);
        hash expected = init;
        for (const hash item : items) expected += item;
        check_policies<width>(order, support::for_each_policy, items, init, impulse::plus{}, expected);
    }
}

/// Leaves of which a lane has several side by side, with their order dropped; at the end also a warp's third part, of
/// which most lanes have none. A 0 that is not there would show.
void check_products() {
    emulated::fibers machine;
    gpu on(machine, {2, 1, 2});
    const auto policy = impulse::last_block.tune({.items = 2048}).on(on.place());
    const auto check_of = [&](index_t n) {
        const auto items =
            support::make_items(n, [](index_t i) { return static_cast<std::uint32_t>(2 * i + 3); });
        const auto times = [](std::uint32_t a, std::uint32_t b) { return a * b; };
        check(impulse::reduce(policy, items, 5u, impulse::unordered(times)) ==
                  support::fold_serially(items, 5u, times),
              "a product, order dropped");
    };
    for (const index_t n : counts) check_of(n);
    check_of(1025);
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
    for (const index_t n : {0, 1, 3, 4, 5, 63, 64, 65, 127, 130, 255, 1000, 1023, 4095}) {
        const auto items = hashes(n);
        check(impulse::reduce(impulse::two_pass.on(on.place()), items, init, mix_of_leaves{}) ==
                  tree_of_leaves(init, items),
              "leaves of several items");
    }
}

/// Items that wait in a warp's room; in and out of order.
void check_wide() {
    using item = support::units<9>;
    emulated::fibers machine(turns::by_chance);
    for (const index_t n : {1, 31, 64, 65, 300, 1500}) {
        const auto items = support::make_items(n, support::make_units<item>{7});
        item tree = items[0];
        const auto policies = [&](const auto& policy) {
            gpu on(machine, {8, 2, 2, 7});
            const item sum = impulse::reduce(policy.on(on.place()), items, item{}, support::mix_units{});
            check(sum == impulse::tree_fold(items, item{}, support::mix_units{}), "wide items");
            const auto add = [](item a, const item& b) {
                for (int i = 0; i < 9; ++i) a.part[i] += b.part[i];
                return a;
            };
            check(impulse::reduce(policy.on(on.place()), items, tree, impulse::unordered(add)) ==
                      support::fold_serially(items, tree, add),
                  "wide items, order dropped");
        };
        policies(impulse::last_block);
        policies(impulse::last_block.tune({.blocks = 1}));
    }
}

}  // namespace

int main() try {
    for (const turns order : orders) {
        check_tree(order);
        check_sums(order);
    }
    check_products();
    check_zeros();
    check_leaves();
    check_wide();
} catch (const std::exception& error) {
    check(false, error.what());
}
