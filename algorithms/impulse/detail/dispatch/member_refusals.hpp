// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reasons why the members of a place, ranks or devices, cannot carry out a request together.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/layout/elementwise.hpp>
#include <impulse/detail/layout/global_columns.hpp>
#include <impulse/detail/layout/global_runs.hpp>
#include <impulse/detail/source/indexed_source.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/place.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

IMPULSE_REFUSAL(elementwise_needs_members,
                "impulse: elementwise(x) joins the arrays of several ranks: write .on(impulse::ranks(comm)) "
                "after the policy, or for GPUs of one process elementwise(distributed) and "
                ".on(impulse::devices(...)); the items of one array are reduced by reduce(x)");
IMPULSE_REFUSAL(elementwise_is_not_in_memory,
                "impulse: elementwise needs trivially copyable items in memory, because they are sent as "
                "bytes: pointers or contiguous ranges (transform_reduce transforms them there); copy "
                "computed items into an array first");
IMPULSE_REFUSAL(elementwise_results_are_not_bytes,
                "impulse: the results of elementwise must be trivially copyable, because they are sent as "
                "bytes");
IMPULSE_REFUSAL(elementwise_out_is_not_results,
                "impulse: 'out' of elementwise, and of columns(global(x)), must be a pointer or a "
                "contiguous iterator to objects of the "
                "result's own type, which are sent as bytes: for int8_t items and an int initial value an "
                "array of int; over devices impulse::copies of such pointers");
IMPULSE_REFUSAL(
    elementwise_is_on_hosts,
    "impulse: elementwise over ranks of MPI needs items in host memory: copy those of a GPU there "
    "first, or join the GPUs by NCCL, .on(impulse::ranks(comm, stream))");
IMPULSE_REFUSAL(global_needs_ranks,
                "impulse: columns(global(rows)) joins the rows of several ranks, and by_key(global(keys), "
                "global(x)) their runs, in host memory: write .on(impulse::ranks(comm)) after the "
                "policy; without global they are those of one matrix or range");
IMPULSE_REFUSAL(global_has_no_positions,
                "impulse: columns(global(rows)) takes no positions (min_element, argmin)");
IMPULSE_REFUSAL(global_needs_all_to_all,
                "impulse: columns(global(rows)) and by_key(global(keys), global(x)) need a transport that "
                "has all_to_all, as that of MPI, .on(impulse::ranks(comm))");
IMPULSE_REFUSAL(global_runs_are_not_bytes,
                "impulse: the keys of by_key(global(keys), global(x)), and what its operator accumulates, "
                "must be trivially copyable, because they are sent as bytes");
IMPULSE_REFUSAL(runs_stay_with_ranks,
                "impulse: by_key(global(keys), global(x)) gives each rank the results of the runs that begin "
                "with its items, so .root(rank) and .scattered() do not apply");
IMPULSE_REFUSAL(shards_are_of_elementwise,
                "impulse: .scattered() gives each rank a shard of the results of elementwise(x); other "
                "inputs have one result, or each rank has those of its own groups");

/// The reason why the members of a place cannot carry out an element-wise request, or another request in
/// shards.
template <class Place, class Types>
consteval auto refusal_of_members() {
    if constexpr (is_elementwise<typename Types::layout>) {
        constexpr bool of_devices = joins_parts<typename Types::layout>;
        if constexpr (!of_devices && !place_of_ranks<Place>)
            return refusal<elementwise_needs_members>{};
        else if constexpr (arrays_in<typename Types::source> == 0)
            return refusal<elementwise_is_not_in_memory>{};
        else if constexpr (!std::is_trivially_copyable_v<typename Types::result>)
            return refusal<elementwise_results_are_not_bytes>{};
        else if constexpr (of_devices)
            return no_refusal{};
        else if constexpr (std::is_same_v<typename Place::own_place, device_place> &&
                           !requires { requires Place::transport_type::joins_in_order; })
            return refusal<elementwise_is_on_hosts>{};
        else
            return no_refusal{};
    } else if constexpr (is_global<typename Types::layout> && !place_of_ranks<Place>) {
        return refusal<global_needs_ranks>{};
    } else if constexpr (is_global_runs<typename Types::layout>) {
        if constexpr (std::is_same_v<typename Place::own_place, device_place>)
            return refusal<global_needs_ranks>{};
        else if constexpr (Place::at_root || Place::in_shards)
            return refusal<runs_stay_with_ranks>{};
        else if constexpr (!std::is_trivially_copyable_v<typename Types::accumulator> ||
                           !std::is_trivially_copyable_v<typename Types::layout::key_type>)
            return refusal<global_runs_are_not_bytes>{};
        else if constexpr (!Place::has_all_to_all)
            return refusal<global_needs_all_to_all>{};
        else
            return no_refusal{};
    } else if constexpr (is_global_columns<typename Types::layout>) {
        using source = typename Types::source;
        if constexpr (std::is_same_v<typename Place::own_place, device_place>)
            return refusal<global_needs_ranks>{};
        else if constexpr (!std::is_same_v<const source&, decltype(detail::in_whole(
                                                              std::declval<const source&>(), index_t{0}))>)
            return refusal<global_has_no_positions>{};
        else if constexpr (!std::is_trivially_copyable_v<typename Types::accumulator> ||
                           !std::is_trivially_copyable_v<typename Types::result>)
            return refusal<elementwise_results_are_not_bytes>{};
        else if constexpr (!Place::has_all_to_all)
            return refusal<global_needs_all_to_all>{};
        else
            return no_refusal{};
    } else if constexpr (requires { requires Place::in_shards; }) {
        return refusal<shards_are_of_elementwise>{};
    } else {
        return no_refusal{};
    }
}

}  // namespace impulse::detail
