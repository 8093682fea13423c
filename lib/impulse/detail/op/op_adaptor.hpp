// SPDX-License-Identifier: Apache-2.0
/// \file
/// `op_adaptor`: the operator as the library calls it, by whichever members it has, with a contraction
/// barrier after each result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/invoke.hpp>
#include <impulse/detail/op/pack.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// Whether an operator is a sum or product of signed integers that may be regrouped. Partial results may
/// overflow although the whole does not, so they are computed with unsigned integers.
template <class Acc, class Op>
concept wraps_around = std::is_signed_v<Acc> && std::is_integral_v<Acc> &&
    one_of<bare_op<Op>, plus, multiplies> && freedom_v<Op, Acc>
!= grouping::tree;

/// The functor that joins accumulators as an operator does. An operator that only adds `lift` or `finalize`
/// to a functor names the functor as `joins_as`.
template <class Op>
struct joined_as {
    using type = bare_op<Op>;
};
template <class Op>
requires(has_own_members<bare_op<Op>>&& requires { typename bare_op<Op>::joins_as; }) struct joined_as<Op> {
    using type = typename bare_op<Op>::joins_as;
};

/// Whether the operator's results need no contraction barrier.
template <class Op, class Acc>
inline constexpr bool never_contracts =
    (library_functor<bare_op<Op>> && number<Acc>) || std::is_base_of_v<no_contraction, Op>;

/// If `Op` is const, the operator is called in place; otherwise each thread has a copy.
template <class Acc, class Op>
class op_adaptor {
  public:
    using operator_type = std::remove_const_t<Op>;
    /// Whether a join takes one or two instructions that vectors also have.
    using bare_type = typename joined_as<operator_type>::type;
    static constexpr bool is_cheap = one_of<bare_type, plus, multiplies, bit_and, bit_or, bit_xor>;

    IMPULSE_SHARED constexpr op_adaptor(Op& op, std::uint32_t zero) : op_(op), zero_(zero) {}

    /// left ∘ right.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE constexpr Acc operator()(Acc&& left, Acc&& right) const {
        if constexpr (combines<operator_type, Acc>) {
            op_.combine(left, right);
            return guarded(std::move(left));
        } else if constexpr (wraps_around<Acc, operator_type>) {
            // Also for a short type, which the language would promote to a signed type.
            using wide =
                std::conditional_t<sizeof(Acc) < sizeof(unsigned), unsigned, std::make_unsigned_t<Acc>>;
            return static_cast<Acc>(
                bare_op<operator_type>{}(static_cast<wide>(left), static_cast<wide>(right)));
        } else if constexpr (joins_rvalues<Op, Acc>) {
            return guarded(static_cast<Acc>(detail::invoke(op_, std::move(left), std::move(right))));
        } else {
            return guarded(static_cast<Acc>(detail::invoke(op_, left, right)));
        }
    }

    /// Whether lifting an item calls no function of the caller, so that zeros in place of a missing item do
    /// no harm.
    template <class Item>
    static constexpr bool lifts_freely = !lifts<operator_type, Item> && !names_accumulate<operator_type> &&
                                         !requires(Op & op, const Item& item) {
        op.template lift_as<Acc>(item);
    }
    &&((std::is_same_v<Item, Acc> && std::is_trivially_copyable_v<Item>) ||
       (std::is_arithmetic_v<Item> && std::is_arithmetic_v<Acc>));
    /// The accumulator of one item.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_INLINE constexpr Acc lift(const Item& item) const {
        if constexpr (requires { op_.template lift_as<Acc>(item); }) {  // together
            return guarded_of<Item>(op_.template lift_as<Acc>(item));
        } else if constexpr (lifts<operator_type, Item>) {
            // fault: seal-lift
            return guarded_of<Item>(static_cast<Acc>(op_.lift(item)));
        } else if constexpr (names_accumulate<operator_type>) {
            Acc acc = identity<operator_type, Acc>::of(op_);
            accumulate(acc, item);
            return acc;
        } else {
            // The conversion of a class is a function of the caller.
            if constexpr (may_convert<Item> && !std::is_same_v<Item, Acc>)
                return detail::contraction_barrier<Acc>(static_cast<Acc>(item), zero_);
            else
                return static_cast<Acc>(item);
        }
    }

    /// An item that a function returned and that is already an accumulator is moved, because it may be
    /// move-only.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    requires(std::is_same_v<Item, Acc> &&
             !(copies_as_bytes_v<Item> && std::is_copy_constructible_v<Item>)&&!lifts<operator_type, Item> &&
             !names_accumulate<operator_type>) IMPULSE_INLINE constexpr Acc lift(Item&& item) const {
        return std::move(item);
    }

    /// Adds one more item.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED constexpr void accumulate(Acc& acc, const Item& item) const {
        if constexpr (accumulates_in_place<operator_type, Acc, Item>) {
            static_cast<void>(op_.accumulate(acc, item));
            if constexpr (is_guarded_in_memory<Acc> && !never_contracts<operator_type, Acc>)
                detail::write_to_memory(acc);
            else
                acc = guarded(std::move(acc));
        } else if constexpr (accumulates_by_value<operator_type, Acc, Item>) {
            acc = guarded(static_cast<Acc>(op_.accumulate(std::move(acc), item)));
        } else if constexpr (accumulates_runs<operator_type, Acc, Item>) {
            accumulate(acc, __builtin_addressof(item), __builtin_addressof(item) + 1);
        } else {
            acc = (*this)(std::move(acc), lift(item));
        }
    }

    /// Adds contiguous items; only for an operator that supports it.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED constexpr void accumulate(Acc& acc, const Item* first, const Item* last) const {
        if constexpr (accumulates_runs_in_place<operator_type, Acc, Item>)
            static_cast<void>(op_.accumulate(acc, first, last));
        else
            acc = static_cast<Acc>(op_.accumulate(std::move(acc), first, last));
        acc = guarded(std::move(acc));
    }

    IMPULSE_SHARED constexpr Op& op() const { return op_; }
    IMPULSE_SHARED constexpr std::uint32_t zero() const { return zero_; }

  private:
    /// Rounds the result of a function of the caller.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE constexpr Acc guarded(Acc&& acc) const {
        if constexpr (never_contracts<operator_type, Acc>)
            return std::move(acc);
        else
            return detail::contraction_barrier<Acc>(std::move(acc), zero_);
    }

    /// The same for an item. Also needed for operators that protect their own products, because the
    /// conversion of a class is a function of the caller.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_INLINE constexpr Acc guarded_of(Acc&& acc) const {
        // fault: seal-conversion
        if constexpr (may_convert<Item>)
            return detail::contraction_barrier<Acc>(std::move(acc), zero_);
        else
            return guarded(std::move(acc));
    }

    Op& op_;
    std::uint32_t zero_;
};

/// The caller's result for an accumulated value: `op.finalize(acc)` if there is one, otherwise the value.
IMPULSE_NO_EXEC_CHECK
template <class Op, class Acc>
IMPULSE_SHARED constexpr auto finalize(const Op& op, Acc acc, [[maybe_unused]] index_t n) {
    if constexpr (finalizes_counted<Op, Acc>)
        return op.finalize(std::move(acc), n);
    else if constexpr (finalizes_value<Op, Acc>)
        return op.finalize(std::move(acc));
    else
        return acc;
}

/// Folds the items j, j + 1, ..., j + count - 1 (at most `Length`) to one leaf; `item(j)` returns an item. It
/// folds from left to right if they are one leaf of the operator or if the operator is associative, otherwise
/// by the tree over the operator's leaves. `together` needs both.
IMPULSE_NO_EXEC_CHECK
template <int Length, class Acc, class Op, class Items>
IMPULSE_INLINE constexpr Acc fold_leaf(const op_adaptor<Acc, Op>& join, const Items& item, int j, int count) {
    using op = std::remove_const_t<Op>;
    using value = std::decay_t<decltype(item(j))>;
    constexpr bool packs = takes_packs<Acc, op, value>;
    constexpr bool by_leaves = packs || folds_items<op, Items> || freedom_v<op, Acc> == grouping::tree;
    if constexpr (Length > leaf_length<Acc, op, value>() && by_leaves) {
        constexpr int half = Length / 2;
        Acc left = detail::fold_leaf<half, Acc>(join, item, j, count < half ? count : half);
        if (count <= half) return left;
        return join(std::move(left), detail::fold_leaf<half, Acc>(join, item, j + half, count - half));
    } else if constexpr (folds_items<op, Items>) {
        return join.op().fold_items(item, j, count);
    } else {
        if constexpr (packs && Length == leaf_length<Acc, op, value>()) {
            // fault: pack-whole-leaf
            if (count >= Length) return join.lift(pack<value, Length>::of(item, j));
            // Occurs once for a result; unrolled it would be most of a kernel.
            if constexpr (zeroes_invalid<Items>) {
                const auto some = pack<value, Length>::of(item, j);
                Acc acc = join.lift(some[0]);
                IMPULSE_NO_UNROLL
                for (int i = 1; i < count; ++i) join.accumulate(acc, some[i]);
                return acc;
            }
        }
        Acc acc = join.lift(item(j));
        // fault: leaf-from-second
        IMPULSE_UNROLL
        for (int i = 1; i < Length; ++i)
            // fault: leaf-takes-in
            if (i < count) join.accumulate(acc, item(j + i));
        return acc;
    }
}

}  // namespace detail

/// The result type of a reduction: the accumulator, or what the operator's `finalize` returns.
template <class Op, class Acc>
using result_t = decltype(detail::finalize(std::declval<const Op&>(), std::declval<Acc>(), index_t{}));

}  // namespace impulse
