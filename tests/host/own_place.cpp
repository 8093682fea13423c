// SPDX-License-Identifier: Apache-2.0
// A place that the library does not know runs all policies of the library.
#include <message_of.hpp>
#include <own_place.hpp>
#include <own_policy.hpp>
#include <tree_suite.hpp>

#include <impulse/algorithms.hpp>

TEST_CASE("own place: the suite of the library's places") {
    for (const impulse::index_t processors : {1, 2, 7, 100}) {
        if (support::under_address_sanitizer && processors % 2 != 0) continue;
        CAPTURE(processors);
        const own::serial_machine here{processors};
        support::check_tree("last_block", impulse::last_block.on(here), 80);
        support::check_tree("two_pass", impulse::two_pass.on(here), 81);
        support::check_tree("work_queue", impulse::work_queue.on(here), 82);
        support::check_tree("single_block", impulse::single_block.on(here), 83);
        support::check_tree("backwards", own::backwards.on(here), 84);
    }
}

TEST_CASE("own place: a tuning by which a plan would be divided by zero is refused") {
    const std::vector<double> x(1000, 0.5);
    const auto message = [&](auto&& change) {
        own::serial_machine here;
        change(here.tuned);
        return support::message_of([&] { impulse::sum(impulse::last_block.on(here), x); });
    };
    using impulse::tuning;
    CHECK(message([](tuning&) {}) == "nothing was thrown");
    for (int tuning::*one :
         {&tuning::parts_of_share, &tuning::max_meeting_warps, &tuning::max_uneven, &tuning::least_fetched,
          &tuning::queued_blocks, &tuning::following_blocks, &tuning::listed_warps, &tuning::column_warps,
          &tuning::column_begin, &tuning::column_join, &tuning::clustered_warps})
        CHECK(message([&](tuning& t) { t.*one = 0; }).find(" is 0; it must be 1 or more") !=
              std::string::npos);
}

TEST_CASE("own place: small inputs are cut there, and the algorithms are the same") {
    std::vector<double> x;
    for (int i = 0; i < 1000; ++i) x.push_back(0.1 * i);
    const auto policy = impulse::last_block.on(own::serial_machine{5});
    CHECK(impulse::reduce.plan(policy, x, 0.0).tiles.subtrees > 100);
    CHECK(impulse::sum(policy, x) == impulse::sum(x));
    CHECK(impulse::mean(policy, x) == impulse::mean(x));
    CHECK(impulse::variance(policy, x) == impulse::variance(x));
    CHECK(impulse::max_element(policy, x) == x.end() - 1);
    CHECK(impulse::all_of(policy, x, [](double v) { return v >= 0; }));
}
