// SPDX-License-Identifier: Apache-2.0
// One operator on the host: every policy, shape and size class gives the bits of the tree.
#pragma once

#include <doctest/doctest.h>

#include <build.hpp>
#include <policies.hpp>
#include <same_bits.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

namespace support {

/// The tree, written independently of the library: T(lo, hi).
template <class Acc, class Items, class Op>
Acc node_by_definition(const Items& items, index_t lo, index_t hi, const Op& op) {
    if (hi - lo == 1) return static_cast<Acc>(items[static_cast<std::size_t>(lo)]);
    index_t half = 1;
    while (2 * half < hi - lo) half *= 2;
    Acc left = node_by_definition<Acc>(items, lo, lo + half, op);
    return static_cast<Acc>(op(std::move(left), node_by_definition<Acc>(items, lo + half, hi, op)));
}

template <class Items, class Acc, class Op>
Acc tree_by_definition(const Items& items, Acc init, const Op& op) {
    const auto n = static_cast<index_t>(items.size());
    if (n == 0) return init;
    return static_cast<Acc>(op(std::move(init), node_by_definition<Acc>(items, 0, n, op)));
}

/// Size classes, and a size that a default grid splits among many blocks.
inline std::vector<index_t> checked_sizes(unsigned long long salt) {
    auto random = random_source(salt);
    auto sizes = size_classes(64, 16, random);
    sizes.push_back(random_between(random, 100'000, 300'000));
    return sizes;
}

/// Compares `policies`, one of the lists of policies.hpp, with the tree. `Init` is the accumulator.
template <class Policies, class Make, class Init, class Op>
void check_tree(const Policies& policies, const Make& make, const Init& init, const Op& op,
                unsigned long long salt) {
    for (const index_t n : checked_sizes(salt)) {
        CAPTURE(n);
        const auto items = make_items(n, make);
        const auto expected = impulse::tree_fold(items, init, op);
        CHECK(same_bits(expected, tree_by_definition(items, init, op)));
        policies([&](const char* policy, const auto& how) {
            CAPTURE(policy);
            CHECK(same_bits(impulse::reduce(how, items, init, op), expected));
        });
    }
}

/// The same for an operator that is associative to the bit: a serial fold has the same bits as the tree.
template <class Policies, class Make, class Init, class Op>
void check_fold(const Policies& policies, const Make& make, const Init& init, const Op& op,
                unsigned long long salt) {
    for (const index_t n : checked_sizes(salt)) {
        CAPTURE(n);
        const auto items = make_items(n, make);
        const auto expected = fold_serially(items, init, op);
        CHECK(same_bits(impulse::tree_fold(items, init, op), expected));
        policies([&](const char* policy, const auto& how) {
            CAPTURE(policy);
            CHECK(same_bits(impulse::reduce(how, items, init, op), expected));
        });
    }
}

}  // namespace support
