// SPDX-License-Identifier: Apache-2.0
// A policy that the library does not know works like the library's own.
#include <own_policy.hpp>
#include <tree_suite.hpp>

#include <impulse/explain.hpp>
#include <impulse/policies/all.hpp>

TEST_CASE("own policy: the suite of the library's policies") {
    support::check_tree("last_block", impulse::last_block, 70);
    support::check_tree("two_pass", impulse::two_pass, 71);
    support::check_tree("work_queue", impulse::work_queue, 72);
    support::check_tree("single_block", impulse::single_block, 73);
}

TEST_CASE("own policy: the same of a policy in one file") {
    support::check_tree("backwards", own::backwards, 74);
}

TEST_CASE("own policy: it plans and explains like any other") {
    const std::vector<float> x(1000, 1.f);
    const auto policy = own::backwards.tune({.items = 16});
    CHECK(impulse::reduce.plan(policy, x, 0.f).tiles.partials == 63);
    CHECK(impulse::explain(policy, x, 0.f).find("63 partial results") != std::string::npos);
    CHECK(impulse::reduce(policy, x, 0.f) == 1000.f);
}
