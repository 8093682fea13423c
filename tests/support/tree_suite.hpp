// SPDX-License-Identifier: Apache-2.0
// The suite for every policy at every place: the tree, for any shape, for one result, for batches and for
// parts.
#pragma once

#include <doctest/doctest.h>

#include <build.hpp>
#include <monoids.hpp>
#include <seed.hpp>

#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <string>
#include <type_traits>

namespace support {

inline std::vector<std::uint64_t> made_numbers(index_t n, std::uint64_t seed) {
    std::vector<std::uint64_t> all;
    for (index_t i = 0; i < n; ++i) all.push_back(scatter(seed + static_cast<std::uint64_t>(i)));
    return all;
}

template <class Policy>
void check_one(const Policy& policy, const std::vector<std::uint64_t>& x) {
    CHECK(impulse::reduce(policy, x, std::uint64_t{9}, mix{}) ==
          impulse::tree_fold(x, std::uint64_t{9}, mix{}));
    CHECK(impulse::reduce(policy, x, std::uint64_t{9}, mix_of_leaves{}) ==
          impulse::tree_fold(x, std::uint64_t{9}, mix_of_leaves{}));
    std::uint64_t sum = 1;
    for (const std::uint64_t item : x) sum += item;
    CHECK(impulse::reduce(policy, x, std::uint64_t{1}) == sum);
}

template <class Policy>
void check_batches(const Policy& policy, index_t count, index_t length) {
    const auto x = made_numbers(count * length, 31);
    std::vector<std::uint64_t> out(static_cast<std::size_t>(count), 0);
    impulse::reduce_into(policy, impulse::batches(x, length), out.data(), std::uint64_t{2}, mix{});
    for (index_t r = 0; r < count; ++r) {
        const std::vector<std::uint64_t> batch(x.begin() + r * length, x.begin() + (r + 1) * length);
        CHECK(out[static_cast<std::size_t>(r)] == impulse::tree_fold(batch, std::uint64_t{2}, mix{}));
    }
}

template <class Policy>
void check_part(const Policy& policy, index_t n, index_t cut) {
    const auto x = made_numbers(n, 77);
    const std::vector<std::uint64_t> a(x.begin(), x.begin() + cut);
    const std::vector<std::uint64_t> b(x.begin() + cut, x.end());
    const auto left = impulse::reduce_part(policy, a, 0, mix{});
    const auto right = impulse::reduce_part(policy, b, cut, mix{});
    CHECK(impulse::join(left, right, mix{}).value(std::uint64_t{4}, mix{}) ==
          impulse::tree_fold(x, std::uint64_t{4}, mix{}));
}

/// Runs all checks for a policy at its place.
template <class Policy>
void check_tree(const std::string& name, const Policy& whole, unsigned long long salt) {
    auto random = random_source(salt);
    const index_t most = is_slow_build ? 12'500 : 50'000;
    const impulse::shape shapes[] = {
        {},
        {.items = 1},
        {.items = 3},
        {.items = 100},
        {.blocks = 2},
        {.blocks = 13},
        {.blocks = 64, .items = 2},
        {.blocks = random_between(random, 1, 300), .items = random_between(random, 1, 300)}};
    for (const impulse::shape& shape : shapes) {
        const auto policy = whole.tune(shape);
        CAPTURE(name);
        CAPTURE(shape.blocks);
        CAPTURE(shape.items);
        std::vector<index_t> sizes{2 * most / 5, random_between(random, 100, most)};
        for (index_t n = 0; n <= 70; ++n) sizes.push_back(n);
        for (const index_t near : {128, 1000, 4096})
            for (const index_t off : {-1, 0, 1}) sizes.push_back(near + off);
        for (const index_t n : sizes) {
            CAPTURE(n);
            check_one(policy, made_numbers(n, static_cast<std::uint64_t>(n)));
        }
        for (const index_t length : {1, 2, 3, 31, 100, 1025}) {
            CAPTURE(length);
            check_batches(policy, 1, length);
            check_batches(policy, 37, length);
        }
        for (const index_t n : {1, 2, 63, 1000, 5000}) {
            CAPTURE(n);
            for (const index_t cut : {index_t{0}, n / 3, n / 2, n - 1, n}) check_part(policy, n, cut);
        }
    }
}

}  // namespace support
