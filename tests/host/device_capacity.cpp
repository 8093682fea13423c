// SPDX-License-Identifier: Apache-2.0
// What a plan must know about a GPU: each architecture has its own tuning, and the host knows which code of a
// program for several architectures a GPU runs.
#include "plan.hpp"

using namespace plan_tests;
using impulse::on_device::capacity_of;
using impulse::on_device::card_tuning;
using impulse::on_device::know_clusters;

namespace {

constexpr impulse::tuning own_tuning(int compute_capability) {
    impulse::tuning own = impulse::on_device::tuned_90;
    own.queued_blocks = compute_capability;
    return own;
}
constexpr impulse::tuning tuned[] = {own_tuning(75), own_tuning(86), own_tuning(120)};
constexpr card_tuning rows[] = {{75, &tuned[0]}, {86, &tuned[1]}, {120, &tuned[2]}};

}  // namespace

TEST_CASE("capacity of a GPU: a card has the tuning of its own row") {
    const auto row_of = [](int compute_capability) {
        return capacity_of({compute_capability, 132, 99 << 10}, every_architecture, rows).tuned.queued_blocks;
    };
    CHECK(row_of(70) == 75);  // older than all rows: the first one
    CHECK(row_of(75) == 75);
    CHECK(row_of(80) == 75);
    CHECK(row_of(86) == 86);
    CHECK(row_of(103) == 86);
    CHECK(row_of(120) == 120);
    CHECK(row_of(121) == 120);
    // Each architecture has a row, whose numbers may be changed.
    for (const impulse::on_device::card& of : every_card) {
        int found = 0;
        for (const card_tuning& row : impulse::on_device::card_tunings)
            found += row.from == of.compute_capability ? 1 : 0;
        CHECK(found == 1);
    }
}

TEST_CASE("capacity of a GPU: what the driver says is what a plan knows") {
    for (const impulse::on_device::card& of : every_card) {
        CAPTURE(of.compute_capability);
        const capacity place = capacity_of(of, every_architecture);
        CHECK(place.compute_capability == of.compute_capability);
        CHECK(place.processors == of.multiprocessors);
        CHECK(place.resident == 16 * of.multiprocessors);
        CHECK(place.shared_bytes == of.shared_bytes);
        CHECK(place.max_clustered == (of.compute_capability >= 90 ? 8 : 1));
        // A small partition of a GPU has no space for a cluster.
        CHECK(capacity_of({of.compute_capability, 7, of.shared_bytes}, every_architecture).max_clustered ==
              1);
    }
}

TEST_CASE("capacity of a GPU: a plan by what all cards have alike is the plan of any place") {
    for (const impulse::on_device::card& of : every_card) {
        const capacity any = capacity_of(of, every_architecture);
        const impulse::on_device::capacity_of_card own{any};
        CHECK(own.warp_width == any.warp_width);
        CHECK(own.max_warps == any.max_warps);
        for (index_t n = 0; n <= index_t{1} << 32; n = 3 * n + 1)
            for (const auto& kind : {kind_of(4), kind_of(1, 16), kind_of(8, 1, true, true), staging(48)}) {
                CHECK(make_plan(whole_input{{n}}, kind, own) == make_plan(whole_input{{n}}, kind, any));
                CHECK(make_plan(runs(n / 40, 40), kind, own) == make_plan(runs(n / 40, 40), kind, any));
            }
    }
}

TEST_CASE("capacity of a GPU: a program for several architectures agrees with its host on clusters") {
    constexpr int fat[] = {750, 900, 1200};
    for (const int older : {75, 80, 86, 89}) CHECK_FALSE(know_clusters(older, fat));
    for (const int newer : {90, 100, 103, 120, 121}) CHECK(know_clusters(newer, fat));
    constexpr int old[] = {750, 860};  // a newer GPU compiles the intermediate code (PTX) for 8.6
    for (const int any : {75, 86, 90, 120}) CHECK_FALSE(know_clusters(any, old));
    constexpr int only_new[] = {1200};
    CHECK_FALSE(know_clusters(90, only_new));
    CHECK(know_clusters(120, only_new));
}
