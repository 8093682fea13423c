// SPDX-License-Identifier: Apache-2.0
/// \file
/// The initial value of a reduction, what replaces it in calls without one, and how it is joined to a result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/operator_refusals.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// No initial value: the operator's `nothing(n)` is the result for no items.
struct no_init {};

/// No initial value: `value` is the result for no items, and is not part of other results.
template <class Acc>
struct if_empty {
    Acc value;
};

/// No initial value, and no empty group.
struct never_empty {};

/// No initial value: there is no result for no items.
struct none_if_empty {};

/// An optional result, also for a GPU.
template <class Type>
struct possible {
    uninitialized<Type> value;
    bool is_there = false;
};

/// An initial value for results that accumulate in `Acc`: how it is stored, and the left operand of the first
/// item, from which Acc is deduced.
template <class Value, bool TakesPart>
struct initial_of {
    static constexpr bool takes_part = TakesPart;
    template <class Result>
    using result = Result;
    template <class Item>
    using left_of = Value;
    template <class Acc>
    static constexpr bool converts = std::is_convertible_v<Value, Acc>;
};
template <class Init>
struct initial : initial_of<Init, true> {
    template <class Acc>
    using held = Acc;
    template <class Acc, class Given>
    static constexpr Acc hold(Given&& init) {
        return static_cast<Acc>(std::forward<Given>(init));
    }
};
/// What takes the place of an initial value in calls without one.
template <class Init>
struct no_initial {
    static constexpr bool takes_part = false;
    template <class Result>
    using result = Result;
    template <class Item>
    using left_of = Item;
    template <class Acc>
    using held = Init;
    template <class Acc>
    static constexpr bool converts = true;
    template <class Acc>
    static constexpr Init hold(Init) {
        return {};
    }
};
template <>
struct initial<no_init> : no_initial<no_init> {};
template <>
struct initial<never_empty> : no_initial<never_empty> {};
template <>
struct initial<none_if_empty> : no_initial<none_if_empty> {
    template <class Result>
    using result = possible<Result>;
};
template <class Type>
struct initial<if_empty<Type>> : initial_of<Type, false> {
    template <class Acc>
    using held = if_empty<Acc>;
    template <class Acc, class Given>
    static constexpr if_empty<Acc> hold(Given&& init) {
        return {static_cast<Acc>(std::forward<Given>(init).value)};
    }
};

/// Initial values in memory: one for all results, or with `Each` one for each result. They are read when a
/// result is finished.
template <class It, bool Each>
struct initial_at {
    It at;

    IMPULSE_NO_EXEC_CHECK
    template <class Acc>
    IMPULSE_SHARED constexpr Acc of(index_t r) const {
        if constexpr (Each && requires { at[std::iter_difference_t<It>{}]; })
            // fault: initial-of-result
            return static_cast<Acc>(at[static_cast<std::iter_difference_t<It>>(r)]);
        else
            return static_cast<Acc>(*at);
    }
    void memory(const auto& visit, index_t results) const {
        if constexpr (std::is_pointer_v<It> && !Each)
            visit(static_cast<const void*>(at), index_t{results > 0}, "init");
    }
};
template <class Init>
inline constexpr bool is_in_memory_at = false;
template <class It, bool Each>
inline constexpr bool is_in_memory_at<initial_at<It, Each>> = true;

template <class Init>
inline constexpr bool is_of_each_result = false;
template <class It>
inline constexpr bool is_of_each_result<initial_at<It, true>> = true;

template <class It, bool Each>
struct initial<initial_at<It, Each>> : initial_of<std::iter_value_t<It>, true> {
    template <class Acc>
    using held = initial_at<It, Each>;
    template <class Acc>
    static constexpr initial_at<It, Each> hold(initial_at<It, Each> init) {
        return init;
    }
};

IMPULSE_REFUSAL(identity_is_not_known,
                "impulse: this call has no initial value and its operator has no known identity; give an "
                "initial value, or the identity by with_identity(op, e)");

/// What replaces the initial value in a call without one; `NeverEmpty`: no group is empty.
template <class Acc, bool NeverEmpty = false, class Op>
constexpr auto without_init(const Op& op) {
    if constexpr (requires { op.nothing(index_t{0}); })
        return no_init{};
    else if constexpr (compares_without_order<Op, Acc>)
        return refusal<items_have_no_order>{};
    else if constexpr (detail::identity_is_wrong<Op, Acc>())
        return refusal<identity_does_not_convert>{};
    else if constexpr (has_empty_value<Op, Acc>)
        return if_empty<Acc>{empty_value<Op, Acc>::of(op)};
    else if constexpr (NeverEmpty)
        return never_empty{};
    else
        return refusal<identity_is_not_known>{};
}

/// Calls f(init, op) for the arguments of a call. A single argument is the operator if it can be called with
/// two items, otherwise the initial value. The default operator is `plus`. Returns a refusal if the result
/// for no items is unknown.
template <class Item, bool NeverEmpty = false, class Function, class Init, class Op>
constexpr auto with_init_and_op(const Function& f, Init init, Op op) {
    return f(std::move(init), std::move(op));
}
template <class Item, bool NeverEmpty = false, class Function, class InitOrOp = plus>
constexpr auto with_init_and_op(const Function& f, InitOrOp init_or_op = {}) {
    if constexpr (is_operator<InitOrOp, Item>) {
        auto init = detail::without_init<item_accumulator<InitOrOp, Item>, NeverEmpty>(init_or_op);
        if constexpr (is_refusal<decltype(init)>)
            return init;
        else
            return f(std::move(init), std::move(init_or_op));
    } else {
        return f(std::move(init_or_op), plus{});
    }
}

/// Result r: init ∘ the total of n items, after the operator's `finalize`. `init` is the stored form; the
/// total has a value if n > 0.
IMPULSE_NO_EXEC_CHECK
template <class Init, class Total, class Acc, class Op>
IMPULSE_SHARED constexpr auto result_of(Init init, index_t n, Total& total, const op_adaptor<Acc, Op>& join,
                                        [[maybe_unused]] index_t r = 0) ->
    typename initial<Init>::template result<result_t<std::remove_const_t<Op>, Acc>> {
    using result = result_t<std::remove_const_t<Op>, Acc>;
    const auto& op = join.op();
    if constexpr (is_in_memory_at<Init>) {
        return detail::result_of(init.template of<Acc>(r), n, total, join);
    } else if constexpr (std::is_same_v<Init, none_if_empty>) {
        // fault: none-if-empty
        if (n > 0) return {uninitialized<result>(detail::finalize(op, Acc(std::move(*total)), n)), true};
        return {};
    } else {
        if (n > 0) {
            if constexpr (initial<Init>::takes_part)
                // fault: join-init
                return detail::finalize(op, join(std::move(init), std::move(*total)), n);
            else
                return detail::finalize(op, Acc(std::move(*total)), n);
        }
        if constexpr (initial<Init>::takes_part)
            return detail::finalize(op, std::move(init), n);
        else if constexpr (std::is_same_v<Init, no_init>)
            return op.nothing(n);
        else if constexpr (std::is_same_v<Init, never_empty>)
            __builtin_unreachable();
        else
            return detail::finalize(op, std::move(init.value), n);
    }
}

}  // namespace impulse::detail
