// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requests: what an algorithm asks for, and the types that are deduced from it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/dispatch/launches.hpp>
#include <impulse/detail/dispatch/request_refusals.hpp>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/detail/kernel/column_tile_reduce.hpp>
#include <impulse/detail/kernel/single_tile.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/operator_refusals.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/work_kind.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/place.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// What an algorithm asks for: init ∘ x0 ∘ … ∘ xn-1 for each group of a layout. If `Acc` is void, it is
/// deduced from operator, initial value and items.
template <class Source, class Layout, class Init, class Op, class Acc = void>
struct request {
    Source source;
    Layout layout;
    Init init;
    Op op;
};

template <class Source, class Layout, class Init, class Op>
request(Source, Layout, Init, Op) -> request<Source, Layout, Init, Op>;

/// The same request for another layout.
template <class Source, class Layout, class Init, class Op, class Acc, class Other>
request<Source, Other, Init, Op, Acc> with_layout(const request<Source, Layout, Init, Op, Acc>& r,
                                                  Other layout) {
    return {r.source, std::move(layout), r.init, r.op};
}

/// Whether a caller's function can be called with such arguments, and its result converted to `To`. The host
/// does not know the return type of a __device__ lambda that does not declare it.
template <class To, class Function, class... Args>
consteval bool answers_by() {
    if constexpr (!detail::lambda_is_open<Function>())
        return true;
    else if constexpr (std::is_invocable_v<Function&, Args...>)
        return std::is_constructible_v<To, std::invoke_result_t<Function&, Args...>>;
    else
        return false;
}

/// The types of a request, or the reason why it is refused.
template <class Request>
struct request_types;
template <class Source, class Layout, class Init, class Op, class Given>
struct request_types<request<Source, Layout, Init, Op, Given>> {
    using item = typename Source::item_type;
    using left = typename initial<Init>::template left_of<item>;
    using deduced = typename decltype(accumulator_of<Op, left, item>())::type;
    using accumulator = std::conditional_t<std::is_void_v<Given>, deduced, Given>;
    using init = typename initial<Init>::template held<accumulator>;
    using operator_type = decltype(as_run(std::declval<const Op&>()));
    using layout = Layout;
    using source = Source;
    using result = typename initial<Init>::template result<result_t<operator_type, accumulator>>;

    static consteval auto refused() {
        if constexpr (!detail::lambda_is_open<typename bare<Op>::type>())
            return refusal<lambda_says_nothing>{};
        else if constexpr (!std::is_copy_constructible_v<Op> || !std::is_copy_constructible_v<Source>)
            return refusal<function_is_not_copied>{};
        else if constexpr (is_refusal<misspelt_member<typename bare<Op>::type>>)
            return misspelt_member<typename bare<Op>::type>{};
        else if constexpr (std::is_void_v<Given> && !names_lift<Op> && !names_accumulate<Op> &&
                           !names_combine<Op> && !returns_value<Op, left, item>)
            return refusal<operator_is_not_callable>{};
        else if constexpr (!initial<Init>::template converts<accumulator>)
            return refusal<init_does_not_convert>{};
        else
            return detail::refusal_of_operator<Op, accumulator, item>();
    }
};

/// Pointers to the partials of a place.
template <class Place, class Acc>
using partials_of = decltype(std::declval<runtime<Place>&>()
                                 .template scratch<Acc>(std::declval<const scratch_plan&>())
                                 .partials());

template <class Schedule, class Types, class Place>
consteval work_kind kind_of() {
    using acc = typename Types::accumulator;
    using source = typename Types::source;
    using op = typename Types::operator_type;
    using leaf = leaves<acc, const source, const op, in_flight_of_subtree<acc, source, op>>;
    constexpr bool fetches = Schedule::fetches && !Types::layout::has_many;
    using leaf_of_subtree = leaves<acc, const source, const op, in_flight_under<acc, source, op, fetches>>;
    constexpr lane_share share =
        lane_share_for(Types::source::item_bytes * leaf::length, static_cast<int>(sizeof(acc)));
    constexpr int smem_bytes = warp_smem_bytes_of_leaves<leaf_of_subtree, 32>();
    work_kind kind{.leaf = leaf::length,
                   .item_bytes = Types::source::read_bytes,
                   .partial_bytes = static_cast<int>(sizeof(std::remove_pointer_t<partials_of<Place, acc>>)),
                   .leaves_per_lane = leaf_of_subtree::shape.per_lane(),
                   .few_per_lane = leaf_of_subtree::shape.few(),
                   .share = share,
                   .row_warps = row_warps_for(share.sets, static_cast<int>(sizeof(uninitialized<acc>))),
                   .log2_steps = Schedule::cuts ? max_log2_steps : max_log2_steps_uncut,
                   .cuts = Schedule::cuts,
                   .fetches = Schedule::fetches,
                   .accumulator_is_wider = static_cast<int>(sizeof(acc)) > Types::source::item_bytes,
                   .is_uneven = fetches && !costs_alike<source>};
    if constexpr (are_flagged_values<partials_of<Place, acc>, acc>) {
        if constexpr (has_keyed_tiles<acc, source, op, typename Types::layout>())
            kind.run_positions = keyed_positions(sizeof(uninitialized<acc>));
        else if constexpr (is_key_runs<typename Types::layout>)
            kind.listed_positions = listed_positions(sizeof(typename Types::layout::key_type));
    }
    if constexpr (Types::layout::has_many && are_flagged_values<partials_of<Place, acc>, acc>) {
        using traits = segmented_reduce_traits<acc, typename Types::layout, source, op>;
        kind.can_stage = traits::can_stage();
        if constexpr (traits::has_tiles())
            kind.tile_fragment = segmented_reduce_traits<acc, typename Types::layout, source, op,
                                                         segmented_way::tiles>::packed::fragment;
    }
    if constexpr (is_strided_segments<typename Types::layout> &&
                  are_flagged_values<partials_of<Place, acc>, acc>)
        kind.stages_columns =
            column_tile_of_items<acc, source, const op, typename Types::layout>::may_be_staged;
    if constexpr (smem_bytes > 0)
        kind.warp_smem = warp_smem_need{
            .bytes = smem_bytes,
            .exchanged_bytes = 2 * 32 * index_t{sizeof(uninitialized<acc>)} + arrival_bytes<acc>,
            .stages = leaf::staged.leaves > 0,
            .needs_255_registers = leaf::staged.needs_255_registers};
    return kind;
}

/// The reason why a policy with a place cannot carry out a recipe's request; both may already be refusals.
template <class Policy, class Request>
consteval auto refusal_of() {
    if constexpr (is_refusal<Policy>) {
        return Policy{};
    } else if constexpr (is_refusal<Request>) {
        return Request{};
    } else {
        using types = request_types<Request>;
        using place = typename Policy::place_type;
        if constexpr (!is_refusal<decltype(types::refused())>) {
            using refused = decltype(detail::refusal_of_members<place, types>());
            if constexpr (is_refusal<refused>)
                return refused{};
            else
                return detail::refusal_at<place, types, typename types::result>();
        } else {
            return detail::refusal_at<place, types, typename types::result>();
        }
    }
}

}  // namespace impulse::detail
