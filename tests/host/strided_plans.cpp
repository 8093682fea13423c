// SPDX-License-Identifier: Apache-2.0
// How many warps share a result whose items are a stride apart, on a GPU that this machine need not have.
#include "plan.hpp"

using namespace plan_tests;

constexpr capacity h200 = impulse::on_device::capacity_of(every_card[4], every_architecture);

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

TEST_CASE("plan: a warp stages the rows of large matrices without gaps, on cards that copy them at once") {
    using impulse::loading;
    const auto loads = [](int width, int item_bytes, index_t mebi = 1024, int gap = 0,
                          const capacity& place = h200) {
        impulse::work_kind kind = kind_of(item_bytes);
        kind.stages_columns = true;
        strided_segments<1, 1> layout{};
        layout.groups.add({width, 1});
        layout.along.add({(mebi << 20) / (width * item_bytes), width + gap});
        return make_plan(layout, kind, place).columns->tile.loads;
    };
    for (const int width : {3, 5, 6, 7, 9, 10}) {
        CAPTURE(width);
        CHECK(loads(width, 4) == loading::staged);
    }
    for (const int width : {3, 5, 7, 9, 25, 33, 63}) {
        CAPTURE(width);
        CHECK(loads(width, 8) == loading::staged);
    }
    // Rows of two items, of words, wide ones, or with gaps
    for (const int width : {2, 11, 33, 62}) CHECK(loads(width, 4) == loading::items);
    for (const int width : {2, 4, 6}) CHECK(loads(width, 8) == loading::items);
    CHECK(loads(64, 8) == loading::across);
    CHECK(loads(77, 8) == loading::items);
    CHECK(loads(33, 8, 1024, 1) == loading::items);
    CHECK(loads(33, 8, 64) == loading::items);
    for (const impulse::on_device::card& of : every_card)
        CHECK((loads(33, 8, 1024, 0, impulse::on_device::capacity_of(of, every_architecture)) ==
               loading::staged) == (of.compute_capability == 90 || of.compute_capability == 100));
    constexpr int before[] = {750, 800};
    CHECK(loads(33, 8, 1024, 0, impulse::on_device::capacity_of(every_card[4], before)) == loading::items);
}
