// SPDX-License-Identifier: Apache-2.0
/// \file
/// A request over ranks: each rank reduces its part to a forest, and the forests are joined.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/transport/call_header.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Carries out element-wise calls over ranks (detail/distributed/elementwise_on_ranks.hpp). It has the
/// members of `shared_call`, except `refused`.
template <class Place>
struct elementwise_at;
/// Carries out calls on the columns of all ranks' rows (detail/distributed/columns_of_ranks.hpp) and on the
/// runs of all ranks' keys (detail/distributed/runs_of_ranks.hpp). It has the same members.
template <class Place, class Layout>
struct global_at;

/// What the root sends to the other ranks. No function of the caller runs after that, so the call cannot fail
/// on one rank alone.
template <class Result>
struct outcome {
    std::int64_t failed = nobody;
    uninitialized<Result> value;
};

/// One result: the ranks' forests are joined and finished at the root.
template <class Types, class Policy, class Request, class Out>
void reduce_on_ranks(const Policy& how, const Request& r, Out out) {
    using place = typename Policy::place_type;
    using acc = typename Types::accumulator;
    using message = detail::message<acc>;
    using result = typename Types::result;
    using news = detail::outcome<result>;
    static_assert(place::at_root || std::is_trivially_copyable_v<result>,
                  "impulse: over ranks the result must be trivially copyable, because it is sent as bytes, "
                  "unless only a root gets it (.root(rank))");
    static_assert(
        std::is_trivially_copyable_v<acc>,
        "impulse: over ranks the accumulator must be trivially copyable, because it is sent as bytes");
    static_assert(std::is_same_v<typename Types::layout, whole_input> ||
                      std::is_same_v<typename place::own_place, host_place>,
                  "impulse: over ranks a count in memory must be in host memory; give the number of items");
    static_assert(sizeof(message) <= (std::numeric_limits<int>::max)());
    auto& exchange = *how.place.exchange;
    const auto own = detail::own_policy(how);
    detail::check_layout(own, r.layout);
    const interval at = exchange.agree(detail::own_terms<Types>(how.place, r, r.layout.items(0).size()),
                                       &message::bytes, place::at_root ? sizeof(std::int64_t) : sizeof(news));

    message all;
    all.part = detail::own_forest<Types>(own, r.source, r.op, at);
    const bool is_first = exchange.gather(&all, [&](const void* left, void* right, std::size_t bytes) {
        message a, b;
        std::memcpy(static_cast<void*>(&a), left, bytes);
        std::memcpy(static_cast<void*>(&b), right, bytes);
        b.part = impulse::join(a.part, b.part, r.op);
        std::memcpy(right, static_cast<const void*>(&b), bytes);
    });
    std::optional<result> value;
    if (is_first)  // before the outcome is sent, because the operator may throw here too
        detail::finish_forest(detail::sink_of<Types>(r, &value), 0, all.part, r.op);
    if constexpr (place::at_root) {
        exchange.tell(&all);
        // fault: tell-value
        if (is_first) detail::write_at(std::move(out), 0, std::move(*value));
    } else {
        news told;
        // fault: tell-failed
        told.failed = all.failed;
        if (is_first) told.value = uninitialized<result>(*value);
        exchange.tell(&told);
        detail::write_at(std::move(out), 0, *told.value);
    }
}

/// Reduces the groups of a layout: each rank reduces its own groups by `run(policy)`. If one rank throws, all
/// do.
template <class Types, class Policy, class Request, class Run>
auto reduce_own_groups(const Policy& how, const Request& r, const Run& run) {
    using place = typename Policy::place_type;
    static_assert(
        !place::at_root,
        "impulse: each rank gets the results of its own groups of a layout, so .root(rank) does not apply");
    if (how.place.says_where()) return run(detail::own_policy(how));  // without an exchange
    auto& exchange = *how.place.exchange;
    exchange.agree(detail::own_terms<Types>(how.place, r, 0), [](index_t) { return sizeof(std::int64_t); });
    auto results = run(detail::own_policy(how));
    std::int64_t failed = nobody;
    exchange.gather(&failed, [](const void*, void*, std::size_t) {});
    exchange.tell(&failed);
    return results;
}

/// See `evaluate_into` (detail/dispatch/evaluate.hpp).
template <class Policy, class Request, class Out>
requires place_of_ranks<typename Policy::place_type>
void evaluate_into(const Policy& how, const Request& r, Out out) {
    using place = typename Policy::place_type;
    using types = request_types<Request>;
    if constexpr (is_elementwise<typename types::layout>) {
        elementwise_at<place>::evaluate_into(how, r, out);
    } else if constexpr (is_global<typename types::layout>) {
        global_at<place, typename types::layout>::evaluate_into(how, r, out);
    } else if constexpr (types::layout::has_many) {
        detail::reduce_own_groups<types>(how, r, [&](const auto& own) {
            detail::evaluate_into(own, r, out);
            return 0;
        });
    } else if constexpr (joins_in_order<place>) {
        joined_in_order<place>::evaluate_into(how, r, std::move(out));
    } else {
        if constexpr (std::is_pointer_v<Out>) {
            if (!place::at_root || how.place.exchange->is_rank(how.place.value_at)) {
                if (out == nullptr)
                    detail::bad_argument({"out is a null pointer; need a pointer to the result"});
                if constexpr (std::is_same_v<typename place::own_place, host_place>)
                    runtime<typename place::own_place>::visitor()(static_cast<const void*>(out), "out");
            }
        }
        detail::reduce_on_ranks<types>(how, r, std::move(out));
    }
}

/// See `evaluate` (detail/dispatch/evaluate.hpp). With a root it returns a std::optional, which has a value
/// only on the root.
template <class Policy, class Request>
requires place_of_ranks<typename Policy::place_type>
auto evaluate(const Policy& how, const Request& r) {
    using place = typename Policy::place_type;
    using types = request_types<Request>;
    if constexpr (is_elementwise<typename types::layout>) {
        return elementwise_at<place>::evaluate(how, r);
    } else if constexpr (is_global<typename types::layout>) {
        return global_at<place, typename types::layout>::evaluate(how, r);
    } else if constexpr (types::layout::has_many) {
        return detail::reduce_own_groups<types>(how, r,
                                                [&](const auto& own) { return detail::evaluate(own, r); });
    } else if constexpr (joins_in_order<place>) {
        return joined_in_order<place>::evaluate(how, r);
    } else {
        std::optional<typename types::result> value;
        detail::reduce_on_ranks<types>(how, r, &value);
        if constexpr (place::at_root)
            return value;
        else
            return std::move(*value);
    }
}

/// The plan of this rank's part as if it were the first, or of an element-wise call's longest step. It needs
/// no exchange.
template <class Policy, class Request>
requires place_of_ranks<typename Policy::place_type>
auto plan_of(const Policy& how, const Request& r) {
    using place = typename Policy::place_type;
    using types = request_types<Request>;
    if constexpr (is_elementwise<typename types::layout>)
        return elementwise_at<place>::plan_of(how, r);
    else if constexpr (is_global<typename types::layout>)
        return global_at<place, typename types::layout>::plan_of(how, r);
    else if constexpr (joins_in_order<place> && !types::layout::has_many)
        return joined_in_order<place>::plan_of(how, r);
    else
        return detail::plan_of(detail::own_policy(how), r);
}

}  // namespace impulse::detail
