// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refusals of requests and of their outputs, and the reasons why the members of a place, ranks or devices,
/// cannot carry out a request together.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/place.hpp>

#include <type_traits>
#include <utility>
#include <vector>

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

/// The contract of a request. Each message appears where the request is refused (refusal.hpp).
IMPULSE_REFUSAL(lambda_says_nothing,
                "impulse: the host does not know the return type of a __device__ lambda unless the lambda "
                "declares it: write [] __device__ (...) -> T { ... }");
IMPULSE_REFUSAL(operator_is_not_callable,
                "impulse: the operator must be callable as op(init, item) with the types of the initial "
                "value and of the (transformed) items, and return their join");
IMPULSE_REFUSAL(
    function_is_not_copied,
    "impulse: functions and operators must be copyable, because launches and threads have copies; "
    "keep what cannot be copied outside, and refer to it (std::ref(f))");
IMPULSE_REFUSAL(init_does_not_convert,
                "impulse: the initial value does not convert to the type in which the operator accumulates");
IMPULSE_REFUSAL(no_device_here,
                "impulse: a file needs nvcc to run on the device; compile it with nvcc, or put the policy "
                "on impulse::host");
IMPULSE_REFUSAL(
    no_host_here,
    "impulse: pointers and iterators mean the host unless the policy says where; for GPU memory write "
    ".on(stream) after the policy; for the host write #include <impulse/host.hpp>");
IMPULSE_REFUSAL(
    incomplete_place,
    "impulse: the impulse::runtime of this place lacks a member, or has one that does not match: "
    "it is made of (place, own_memory), and has type_checks, capacity, visitor, scratch, launch and "
    "value");
IMPULSE_REFUSAL(
    nowhere_known,
    "impulse: .on(...) takes impulse::host, impulse::device, a CUDA stream, or a place of which "
    "impulse::runtime is specialized; a GPU by its number is impulse::devices(0), and a communicator of "
    "MPI impulse::ranks(MPI_COMM_WORLD)");

IMPULSE_REFUSAL(layout_stays_on_device,
                "impulse: only calls on the host return the results of a layout; on a GPU write them by "
                "the _into form");

IMPULSE_REFUSAL(results_have_no_default,
                "impulse: a std::vector of results needs their default constructor, T(); without it write "
                "them by the _into form");
IMPULSE_REFUSAL(out_takes_no_result,
                "impulse: 'out' must be a pointer or an iterator through which the result can be written, "
                "*out = result");
IMPULSE_REFUSAL(outputs_differ,
                "impulse: a tuple of outputs, std::tuple{a, b}, must have as many outputs as the result "
                "has values, as from together(f, g)");

IMPULSE_REFUSAL(out_is_of_bits,
                "impulse: many threads cannot write to a std::vector<bool>, because its elements share "
                "words; use unsigned char for the results");

IMPULSE_REFUSAL(
    out_has_no_items,
    "impulse: a layout's results are written to out[0], out[1], ...: 'out' must be a pointer or a "
    "random-access iterator");

IMPULSE_REFUSAL(init_is_of_one_place,
                "impulse: init_from and accumulate_into need a single place, not ranks or devices, each of "
                "which has memory of its own");

IMPULSE_REFUSAL(
    init_is_not_copied,
    "impulse: the initial value must be copyable, because every result of a layout starts with a copy");

/// The reason why a place cannot carry out a request; the place's runtime must have been included.
template <class Place, class Types, class Result>
consteval auto refusal_at() {
    if constexpr (!known_place<Place> && std::is_same_v<Place, device_place>) {
        return refusal<no_device_here>{};
    } else if constexpr (!known_place<Place> && std::is_same_v<Place, host_place>) {
        return refusal<no_host_here>{};
    } else if constexpr (is_in_memory_at<typename Types::init> &&
                         (place_of_ranks<Place> || place_of_several<Place>)) {
        return refusal<init_is_of_one_place>{};
    } else if constexpr (place_of_ranks<Place>) {
        return detail::refusal_at<typename Place::own_place, Types, Result>();
    } else if constexpr (place_of_several<Place>) {
        return shared_call<Place>::template refused<Types, Result>();
    } else if constexpr (!known_place<Place>) {
        return refusal<nowhere_known>{};
    } else if constexpr (!execution_place<Place>) {
        return refusal<incomplete_place>{};
    } else if constexpr (is_refusal<decltype(Types::refused())>) {
        return Types::refused();
    } else {
        return runtime<Place>::template type_checks<typename Types::accumulator, Result>();
    }
}

IMPULSE_REFUSAL(copies_are_of_elementwise,
                "impulse: impulse::copies are the results of elementwise over devices; the 'out' of this "
                "call is one pointer or iterator");

/// Whether a result can be assigned through an iterator, or each of several results through its own iterator
/// (detail/layout/sink.hpp).
template <class To, class Result>
inline constexpr bool assigns = [] {
    using std::get;
    return requires(To & to, Result && result) { to = std::move(result); }
    || (values_in<Result> > 0 && requires(To & to) { get<0>(to); });
}();
template <class Result>
inline constexpr bool assigns<void, Result> = false;
/// The type to which an iterator refers; void if it is not an iterator. Never defined.
template <class Out>
auto target_of(Out& to, int) -> decltype(to[std::iter_difference_t<std::remove_const_t<Out>>{}]);
template <class Out>
auto target_of(Out& to, long) -> decltype(*to);
template <class Out>
void target_of(Out& to, ...);
/// Whether `Out` takes results of this type. A type that owns its target, like std::optional, is excluded,
/// because only a copy would get the result; it cannot be assigned through a const object.
template <class Out, class Result>
inline constexpr bool takes_result = [] {
    using of_const = decltype(detail::target_of(std::declval<const Out&>(), 0));
    if constexpr (std::is_void_v<of_const>)
        return assigns<decltype(detail::target_of(std::declval<Out&>(), 0)), Result>;
    else
        return assigns<of_const, Result>;
}();
template <class... Outs, class... Ts>
inline constexpr bool takes_result<zipped_out<Outs...>, values<Ts...>> = (takes_result<Outs, Ts> && ...);

/// The reason why results cannot be written through `Out`, if they cannot. `Out` is one output, or one for
/// each of several results.
template <class Out, class Types>
consteval auto refusal_of_output() {
    constexpr bool has_many = Types::layout::has_many;
    if constexpr (are_copies<Out> && !is_elementwise<typename Types::layout>)
        return refusal<copies_are_of_elementwise>{};
    else if constexpr (has_many && !requires(Out to) { to[std::iter_difference_t<Out>{}]; })
        return refusal<out_has_no_items>{};
    else if constexpr (has_many && !std::is_copy_constructible_v<typename Types::init>)
        return refusal<init_is_not_copied>{};
    else if constexpr (outputs_of<Out> != 0 && outputs_of<Out> != values_in<typename Types::result>)
        return refusal<outputs_differ>{};
    else if constexpr (!takes_result<Out, typename Types::result>)
        return refusal<out_takes_no_result>{};
    else if constexpr (has_many && is_of_bits<Out>)
        return refusal<out_is_of_bits>{};
    else if constexpr ((is_elementwise<typename Types::layout> ||
                        is_global_columns<
                            typename Types::layout>)&&!(joins_parts<typename Types::layout>
                                                            ? are_copies_of<Out, typename Types::result>
                                                            : std::is_same_v<Out, typename Types::result*>))
        return refusal<elementwise_out_is_not_results>{};
    else
        return no_refusal{};
}

}  // namespace impulse::detail
