// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an operator must be able to do, the type it accumulates in, and how items are taken in.
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The type in which a reduction accumulates: what `op(init, item)` returns (the rule of
/// std::ranges::fold_left, [alg.fold], on values). int8_t items and an int init sum in int.
template <class Op, class Init, class Item>
using accumulator_t = std::decay_t<std::invoke_result_t<Op&, Init, Item>>;

/// An operator of a reduction: callable with every mix of accumulator and item (the rule of std::reduce,
/// [reduce]); each result and each item converts to the accumulator. It must be associative on `Acc`; it need
/// not commute.
template <class Op, class Acc, class Item>
concept reduction_operator = std::copy_constructible<Op> && std::convertible_to<Item, Acc> &&
    requires(Op& op, Acc acc, Item item) {
    { op(acc, acc) } -> std::convertible_to<Acc>;
    { op(acc, item) } -> std::convertible_to<Acc>;
    { op(item, acc) } -> std::convertible_to<Acc>;
    { op(item, item) } -> std::convertible_to<Acc>;
};

namespace detail {

template <class Op, class Acc, class Item>
concept accumulates_items = requires(const Op& op, Acc acc, const Item& item) {
    { op.accumulate(std::move(acc), item) } -> std::convertible_to<Acc>;
};

template <class Op, class Acc, class Item>
concept accumulates_runs = requires(const Op& op, Acc acc, const Item* item) {
    { op.accumulate(std::move(acc), item, item) } -> std::convertible_to<Acc>;
};

template <class Op, class Acc>
concept finalizes = requires(const Op& op, const Acc& acc) {
    op.finalize(acc);
};

/// acc ∘ item, by the operator's own `accumulate` where it has one.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Op, class Item>
IMPULSE_SHARED Acc take_in(Op& op, Acc&& acc, const Item& item) {
    if constexpr (accumulates_items<Op, Acc, Item>)
        return static_cast<Acc>(op.accumulate(std::move(acc), item));
    else if constexpr (std::is_same_v<Acc, Item>)
        return static_cast<Acc>(op(std::move(acc), item));
    else
        return static_cast<Acc>(op(std::move(acc), static_cast<Acc>(item)));
}

/// What the caller gets of an accumulated value: `op.finalize(acc)` where there is one, else the value.
IMPULSE_NO_EXEC_CHECK
template <class Op, class Acc>
IMPULSE_SHARED auto finalize(const Op& op, Acc acc) {
    if constexpr (finalizes<Op, Acc>)
        return op.finalize(acc);
    else
        return acc;
}

}  // namespace detail

/// The type a reduction returns: the accumulator, or what the operator's `finalize` makes of it.
template <class Op, class Acc>
using result_t = decltype(detail::finalize(std::declval<const Op&>(), std::declval<Acc>()));

}  // namespace impulse::inline IMPULSE_ABI
