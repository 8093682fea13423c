// SPDX-License-Identifier: Apache-2.0
// Groups of any layout on emulated machines of any size, compared with the expected results.
#pragma once

#include <suite.hpp>

#include <emulated/check.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

#include <algorithm>

namespace layout_tests {

using emulated::turns;
using support::mix;

inline constexpr std::uint64_t init = 5;

/// Leaves of four items, whose number changes the result.
struct counted_leaves : support::mix_of_leaves<4> {
    static std::uint64_t finalize(std::uint64_t acc, index_t n) {
        return acc + static_cast<std::uint64_t>(n);
    }
};

template <int Width>
using gpu = emulated::gpu<emulated::fibers, Width>;

inline std::vector<std::uint64_t> hashes(index_t n) {
    return support::make_items(n, support::make_hash{support::seed()});
}

/// A machine of random size.
template <class Random>
emulated::size some_size(Random& random, int width = 4) {
    return {(std::min)(width, 1 << support::random_between(random, 0, width > 4 ? 3 : 2)),
            static_cast<int>(support::random_between(random, 1, 2)),
            static_cast<int>(support::random_between(random, 1, 5)), support::random_between(random, 1, 60)};
}

/// Every policy, and two in shapes by hand.
inline constexpr auto for_policies_and_shapes = [](auto f) {
    support::for_each_policy(f);
    f("last_block, 10 items", impulse::last_block.tune({.items = 10}));
    f("two_pass, 3 blocks", impulse::two_pass.tune({.blocks = 3}));
};

template <class Results, class Expected>
void check_written_once(const Results& results, const Expected& expected) {
    CHECK(std::all_of(results.begin(), results.end(), [](const auto& r) { return r.writes == 1; }));
    CHECK(std::equal(results.begin(), results.end(), expected.begin(), expected.end(),
                     [](const auto& r, const auto& value) { return *r.value == value; }));
}

/// Checks the groups of a layout by the policies that for_each gives, each on a machine of random size: the
/// results are as expected, each is written once, and the counters are zero again.
template <int Width, class Layout, class Value, class Op, class Policies>
void check_groups(turns order, const std::string& what, const Layout& groups,
                  const std::vector<Value>& expected, const Op& op, const Policies& for_each,
                  const Value& begin = static_cast<Value>(init)) {
    auto random = support::random_source(expected.size());
    emulated::fibers machine(order);
    for_each([&](const std::string& name, const auto& policy) {
        gpu<Width> on(machine, some_size(random, Width));
        std::vector<emulated::result_cell<Value>> results(expected.size());
        impulse::reduce_into(policy.on(on.place()), groups, results.begin(), begin, op);
        CAPTURE(Width);
        CAPTURE(name);
        CAPTURE(what);
        check_written_once(results, expected);
        CHECK(on.counters_are_zero());
    });
}

}  // namespace layout_tests
