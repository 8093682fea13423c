// SPDX-License-Identifier: Apache-2.0
// One operator on the host: every policy, shape and size class gives the bits of the tree.
#pragma once

#include <doctest/doctest.h>

#include <build.hpp>
#include <definitions.hpp>
#include <policies.hpp>
#include <same_bits.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

namespace support {

/// Size classes, and a size that a default grid splits among many blocks.
inline std::vector<index_t> checked_sizes(unsigned long long salt) {
    auto random = random_source(salt);
    auto sizes = size_classes(64, 16, random);
    sizes.push_back(random_between(random, 100'000, 300'000) / (under_address_sanitizer ? 8 : 1));
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
