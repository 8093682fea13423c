// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of equal keys on emulated blocks: each result is the tree's over its own items, keys and their number are right, and
/// all that blocks meet by is left zero.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <keys.hpp>
#include <monoids.hpp>
#include <policies.hpp>

#include <impulse/by_key.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

using emulated::turns;
using impulse::index_t;
using support::mix;

namespace {

constexpr std::uint64_t init = 5;

/// A key of 24 bytes, without a default constructor.
struct wide_key {
    std::int64_t value;
    std::int64_t others[2];
    explicit wide_key(std::int8_t v) : value(v), others{v, -v} {}
    friend bool operator==(const wide_key&, const wide_key&) = default;
};

template <class Key, int Width>
void check_runs(turns order, const std::string& kind, const std::vector<std::uint64_t>& items,
                const support::offsets& at) {
    const auto runs = support::runs_of<Key>(at);
    const std::size_t n = runs.keys.size();
    const std::vector<std::uint64_t> values(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n));
    const auto expected = support::trees(values, runs.begins, runs.ends, init, mix{});
    auto random = support::random_source(n);
    emulated::fibers machine(order);
    const auto check = [&](const std::string& name, const auto& policy) {
        emulated::gpu<emulated::fibers, Width> on(
            machine, {std::min(Width, static_cast<int>(support::random_between(random, 1, 2))),
                      static_cast<int>(support::random_between(random, 1, 2)),
                      static_cast<int>(support::random_between(random, 1, 5)), 1});
        std::vector<emulated::result_cell<std::uint64_t>> results(n);
        std::vector<emulated::result_cell<Key>> keys(n);
        emulated::result_cell<index_t> count;
        impulse::reduce_by_key_into(policy.on(on.place()), impulse::by_key(runs.keys, values), keys.begin(),
                                    results.begin(), &count, init, mix{});
        CAPTURE(name);
        CAPTURE(kind);
        CAPTURE(Width);
        CHECK(count.writes == 1);
        REQUIRE(*count.value == static_cast<index_t>(expected.size()));
        for (std::size_t r = 0; r < n; ++r) {
            const int writes = r < expected.size() ? 1 : 0;
            REQUIRE(results[r].writes == writes);
            REQUIRE(keys[r].writes == writes);
            if (writes == 0) continue;
            REQUIRE(*results[r].value == expected[r]);
            REQUIRE(*keys[r].value == runs.first_keys[r]);
        }
        CHECK(on.counters_are_zero());
    };
    support::for_each_policy(check);
    check("last_block, 10 items", impulse::last_block.tune({.items = 10}));
    check("two_pass, 3 blocks", impulse::two_pass.tune({.blocks = 3}));
}

}  // namespace

TEST_SUITE_BEGIN("emulated keys" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("by key: each run's result is the tree's over its own items") {
    const auto items = support::make_items(3000, support::make_hash{support::seed()});
    support::for_each_kind_of_offsets(2500, [&](const std::string& kind, const support::offsets& at) {
        check_runs<int, 4>(turns::by_chance, kind, items, at);
        check_runs<std::int8_t, 8>(turns::newest, kind, items, at);
    });
}

TEST_CASE("by key: wide keys, warps of one lane and of 32") {
    const auto items = support::make_items(700, support::make_hash{support::seed()});
    support::for_each_kind_of_offsets(600, [&](const std::string& kind, const support::offsets& at) {
        check_runs<wide_key, 4>(turns::oldest, kind, items, at);
        check_runs<int, 1>(turns::by_chance, kind, items, at);
    });
    check_runs<int, 32>(turns::by_chance, "lanes", items,
                        support::offsets{0, 1, 2, 40, 41, 300, 301, 302, 700});
}

TEST_SUITE_END();
