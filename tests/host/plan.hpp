// SPDX-License-Identifier: Apache-2.0
// Places and kinds of work to make plans for.
#pragma once

#include <suite.hpp>

#include <policies.hpp>

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/part.hpp>
#include <impulse/detail/layout/segments.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/plan/device_capacity.hpp>
#include <impulse/detail/plan/host_tuning.hpp>
#include <impulse/detail/plan/make_plan.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
#include <impulse/explain.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

namespace plan_tests {

using impulse::capacity;
using impulse::detail::make_plan;
using impulse::detail::part;
using impulse::detail::part_of;
using impulse::detail::strided_segments;
using impulse::detail::uniform_segments;
using impulse::detail::whole_input;

/// A GPU of each architecture, with the shared memory of its blocks; and the architectures of a program for
/// all of them.
constexpr impulse::on_device::card every_card[] = {
    {75, 132, 64 << 10},  {80, 132, 163 << 10},  {86, 132, 99 << 10}, {89, 132, 99 << 10},
    {90, 132, 227 << 10}, {100, 132, 227 << 10}, {120, 132, 99 << 10}};
constexpr int every_architecture[] = {750, 800, 860, 890, 900, 1000, 1200};

constexpr capacity card(int multiprocessors) {
    return {.warp_width = 32,
            .max_warps = 16,
            .processors = multiprocessors,
            .resident = 16 * index_t{multiprocessors},
            .tuned = impulse::on_device::tuning_for(90),
            .registers = 2048};
}
constexpr capacity clustering(int multiprocessors) {
    capacity place = card(multiprocessors);
    place.max_clustered = 8;
    return place;
}
constexpr capacity threads(int count) {
    return {.processors = count, .resident = count, .tuned = impulse::on_host::tuned.shared_by(count)};
}

constexpr impulse::work_kind kind_of(int item_bytes, int leaf = 1, bool cuts = true, bool fetches = false,
                                     int listed_positions = 0) {
    const impulse::lane_share share = impulse::detail::lane_share_for(item_bytes * leaf, 8);
    const int leaves_per_lane = impulse::detail::tile_shape_for(item_bytes, leaf, 8, 1, 256).leaves;
    return {.leaf = leaf,
            .item_bytes = item_bytes,
            .partial_bytes = 8,
            .leaves_per_lane = leaves_per_lane,
            .few_per_lane = leaves_per_lane,
            .share = share,
            .row_warps = impulse::detail::row_warps_for(share.sets, 8),
            .log2_steps = cuts ? impulse::detail::max_log2_steps : impulse::detail::max_log2_steps_uncut,
            .listed_positions = listed_positions,
            .can_stage = true,
            .cuts = cuts,
            .fetches = fetches};
}
/// Accumulators that are larger than the items.
constexpr impulse::work_kind widening() {
    impulse::work_kind kind = kind_of(4);
    kind.accumulator_is_wider = true;
    return kind;
}

/// Items of so many bytes that are staged in shared memory, four for each lane.
constexpr impulse::work_kind staging(int item_bytes, bool fetches = false) {
    impulse::work_kind kind = kind_of(item_bytes, 1, true, fetches);
    kind.leaves_per_lane = 4;
    kind.warp_smem = impulse::warp_smem_need{.bytes = 2 * (32 * 4 * item_bytes / 8 * 9),
                                             .exchanged_bytes = 64 * item_bytes + 16,
                                             .stages = true,
                                             .needs_255_registers = true};
    return kind;
}
/// A GPU whose blocks may have so many KiB of shared memory.
constexpr capacity sharing(int kibi) {
    capacity place = card(132);
    place.shared_bytes = index_t{kibi} << 10;
    return place;
}

constexpr uniform_segments<1> runs(index_t count, index_t length) {
    uniform_segments<1> layout{{}, length};
    layout.groups.add({count, length});
    return layout;
}
/// The columns of a matrix.
constexpr strided_segments<1, 1> columns(index_t rows, index_t width) {
    strided_segments<1, 1> layout{};
    layout.groups.add({width, 1});
    layout.along.add({rows, width});
    return layout;
}
/// Whether rows of three floats (3 GiB) are staged, if cards copy rows.
constexpr index_t stages_rows(capacity place) {
    place.max_clustered = 8;
    place.shared_bytes = 227 << 10;
    impulse::work_kind kind = kind_of(4);
    kind.stages_columns = true;
    return make_plan(columns(1 << 28, 3), kind, place).columns->tile.loads == impulse::loading::staged;
}

}  // namespace plan_tests
