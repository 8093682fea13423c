// SPDX-License-Identifier: Apache-2.0
// How many warps share a result whose items are a stride apart, on a GPU that this machine need not have.
#include "plan.hpp"

using namespace plan_tests;

TEST_CASE("plan: each of many strided results is a warp's own, while warps share each of a few") {
    const impulse::work_kind kind = kind_of(4, 1, true, false);
    const auto warps_of = [&](const auto& layout) {
        return make_plan(layout, kind, card(132)).columns->tile.warps_per_column;
    };
    strided_segments<1, 2> axes{};  // an array of 64 x 65536 x 256 items, along its first and its last axis
    axes.groups.add({16384, 256});
    axes.along.add({64, 16384 * 256});
    axes.along.add({256, 1});
    CHECK(warps_of(axes) == 1);
    axes.groups = {};
    axes.groups.add({64, 256});
    CHECK(warps_of(axes) == 8);
    CHECK(warps_of(columns(1 << 22, 64)) == 8);
    CHECK(warps_of(columns(256, 1 << 17)) == 2);  // so that there is more than a round of blocks
    CHECK(warps_of(columns(4096, 1 << 18)) == 8);
}
