// SPDX-License-Identifier: Apache-2.0
/// \file
/// One operator on the host: every policy, shape and size class against the serial fold.
#pragma once

#include <doctest/doctest.h>

#include <build.hpp>
#include <policies.hpp>
#include <seed.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>

#include <string>

namespace support {

inline void check_equal(const std::string& policy, index_t n, bool equal) {
    CAPTURE(policy);
    CAPTURE(n);
    CHECK(equal);
}

/// Small inputs in every shape; and some that a default grid shares among many blocks.
template <class Make, class Init, class Op>
void check_fold(const Make& make, const Init& init, const Op& op, unsigned long long salt) {
    auto random = random_source(salt);
    const auto small = size_classes(64, 16, random);
    for (const index_t n : small) {
        const auto items = make_items(n, make);
        const auto expected = fold_serially(items, init, op);
        for_each_shape([&](const char* name, const auto& policy) {
            check_equal(name, n, impulse::reduce(policy, items, init, op) == expected);
        });
    }
    for (const index_t n : {scaled(300'000), random_between(random, 100'000, 200'000) / 3}) {
        const auto items = make_items(n, make);
        const auto expected = fold_serially(items, init, op);
        for_each_policy([&](const char* name, const auto& policy) {
            check_equal(name, n, impulse::reduce(policy, items, init, op) == expected);
        });
    }
}

}  // namespace support
