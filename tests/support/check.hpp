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

/// Size classes by `policies`, which is one of those of policies.hpp, and a size that a default grid shares among
/// many blocks.
template <class Policies, class Make, class Init, class Op>
void check_fold(const Policies& policies, const Make& make, const Init& init, const Op& op,
                unsigned long long salt) {
    auto random = random_source(salt);
    auto sizes = size_classes(64, 16, random);
    sizes.push_back(random_between(random, 100'000, 300'000));
    for (const index_t n : sizes) {
        const auto items = make_items(n, make);
        const auto expected = fold_serially(items, init, op);
        policies([&](const char* name, const auto& policy) {
            check_equal(name, n, impulse::reduce(policy, items, init, op) == expected);
        });
    }
}

}  // namespace support
