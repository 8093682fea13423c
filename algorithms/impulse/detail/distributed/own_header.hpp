// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a rank tells the other ranks about its call: the header, and its types as text.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/op/type_id.hpp>
#include <impulse/detail/op/values.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/call_header.hpp>
#include <impulse/error.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// Carries out calls with one result on ranks that can join their parts in stream order. It is specialized in
/// detail/distributed/in_order.cuh, and has the members of `shared_call` except `refused`.
template <class Place>
struct joined_in_order;

namespace detail {

template <class Place>
concept joins_in_order = requires {
    sizeof(joined_in_order<Place>);
};

/// A policy with this rank's own place.
auto own_policy(const auto& how) { return how.on(how.place.own); }

/// The hash of an initial value, or of the value that replaces it for no items. It leaves out the wrapper,
/// because compilers do not agree which of the wrapper's bytes are padding.
std::uint64_t hash_of_init(const auto& init) { return detail::hash_of_value(init); }
template <class Acc>
std::uint64_t hash_of_init(const if_empty<Acc>& none) {
    return detail::hash_of_value(none.value);
}

/// An initial value as text; `kept` is empty for a call without one.
template <class Kept>
sentence words_of_init(const Kept& kept) {
    if constexpr (std::is_empty_v<Kept>)
        return {"none"};
    else
        return detail::words_of_value(kept);
}
template <class Acc>
sentence words_of_init(const if_empty<Acc>& none) {
    return {"none (", detail::words_of_value(none.value).c_str(), " for no items)"};
}

template <class Types, class Place, class Request>
call_header own_header(const Place& place, const Request& r, index_t count) {
    using init = typename Types::init;
    using given = detail::initial<std::remove_const_t<decltype(r.init)>>;
    call_header mine;
    mine.count = count;
    mine.root = place.value_at;
    using op = std::remove_const_t<decltype(r.op)>;
    if constexpr (!Types::layout::has_many && !keeps_items<op, typename Types::accumulator>)
        mine.leaf = leaf_of<op, typename Types::item>::value;  // otherwise a part may begin anywhere
    if constexpr (std::is_copy_constructible_v<init> && std::is_trivially_copyable_v<init>)
        mine.init = detail::hash_of_init(given::template hold<typename Types::accumulator>(r.init));
    // The same value has two meanings: an initial value, or the result for no items.
    mine.init = mine.init << 1 | std::uint64_t{given::takes_part};
    return mine;
}

/// What all ranks must agree on, as text; how ranks got their items is left out. Types have names that are
/// the same in every program where there are such names (detail/op/type_id.hpp), otherwise the compiler's
/// names.
template <class Types, class Place>
sentence words_of_types() {
    using acc = typename Types::accumulator;
    using op = typename Types::operator_type;
    constexpr bool elementwise = is_elementwise<typename Types::layout>;
    constexpr bool in_order = !Types::layout::has_many && joins_in_order<Place>;
    constexpr bool runs = is_global_runs<typename Types::layout>;
    // Arrays and keys are sent as bytes, so their types are compared too. Other calls send only accumulators.
    using sent = std::conditional_t<elementwise, items_in_arrays<typename Types::source>,
                                    compared_keys<typename Types::layout>>;
    using items =
        typename std::conditional_t<elementwise || runs, sent, std::type_identity<values<acc>>>::type;
    // At the beginning, because long texts are truncated.
    const auto with = [](const auto&... rest) -> sentence {
        if constexpr (elementwise || runs)
            return {
                runs ? "by_key(global(keys), global(x)), keys " : "elementwise, items ",
                detail::name_or_none<items>(),
                " of ",
                runs ? compared_keys<typename Types::layout>::bytes : bytes_in_arrays<typename Types::source>,
                " bytes: ",
                rest...};
        else
            return {is_global_columns<typename Types::layout> ? "columns of all ranks' rows: "
                    : in_order                                ? "on GPUs: "
                                                              : "",
                    rest...};
    };
    constexpr bool global = is_global<typename Types::layout>;
    if constexpr ((!Types::layout::has_many || elementwise || global) && has_type_id<acc> &&
                  has_type_id<op> && has_type_id<items>) {
        constexpr int leaf = leaf_of<op, typename Types::item>::value;
        return with(detail::name_or_none<acc>(), " of ", sizeof(acc), " bytes, ",
                    detail::operator_name_or_none<op, acc>(), ", leaf ", leaf);
    } else {
        constexpr bool named = Types::layout::has_many && !runs;  // keys may be in different containers
        using groups = std::conditional_t<named, typename Types::layout, whole_input>;
        if constexpr (elementwise || runs)
            return with(detail::names_of<acc, op, groups, items>());
        else
            return with(detail::names_of<acc, op, groups>());
    }
}

/// What this rank tells the other ranks about a call with `count` items.
template <class Types, class Place, class Request>
call_terms own_terms(const Place& place, const Request& r, index_t count,
                     sentence types = detail::words_of_types<Types, Place>()) {
    using init = typename Types::init;
    return {detail::own_header<Types>(place, r, count), std::move(types), &r,
            [](const void* request) -> sentence {
                using given = detail::initial<std::remove_const_t<decltype(r.init)>>;
                if constexpr (std::is_copy_constructible_v<init> && std::is_trivially_copyable_v<init>)
                    return detail::words_of_init(given::template hold<typename Types::accumulator>(
                        static_cast<const Request*>(request)->init));
                else
                    return {given::takes_part ? "given" : "none"};
            }};
}

}  // namespace detail
}  // namespace impulse
