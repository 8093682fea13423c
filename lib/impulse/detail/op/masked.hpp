// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items under a mask: items that take part or not, functions of such items, and operators on the items that
/// take part.
///
/// An item that takes no part leaves an empty place in the tree. A node of two empty places is empty; a node
/// of an empty place and a value is that value.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(where.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/op_adaptor.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// An item that takes part, or an empty place.
template <class Type>
struct masked {
    uninitialized<Type> value;
    bool takes_part = false;
};

template <class Type>
inline constexpr bool is_masked = is_a<Type, masked>;

IMPULSE_REFUSAL(
    mask_has_no_use,
    "impulse: where(x, mask) is the first input of a reduction, or the values of a layout; not keys, a "
    "second input or the range of another where, and not for tree_fold, reduce_part, running_reduction "
    "or find_nonassociative");

/// Puts an item under a mask.
struct put_under_mask : no_contraction {
    IMPULSE_NO_EXEC_CHECK
    template <class Type, class Flag>
    IMPULSE_SHARED masked<Type> operator()(const Type& item, const Flag& flag) const {
        // fault: mask-of-item
        if (!static_cast<bool>(flag)) return {};
        return {uninitialized<Type>(item), true};
    }
};

/// A function that is called only with items that take part; `Function` is a `transform`.
template <class Function>
struct masked_function : no_contraction {
    Function f;

    masked_function(Function of) : f(std::move(of)) {}

    template <class Type, class... Rest>
    using result =
        masked<std::decay_t<std::invoke_result_t<decltype(Function::f)&, const Type&, const Rest&...>>>;

    IMPULSE_NO_EXEC_CHECK
    template <class Type, class... Rest>
    IMPULSE_SHARED result<Type, Rest...> operator()(const masked<Type>& item, const Rest&... rest) const
        requires(std::is_invocable_v<const decltype(Function::f)&, const Type&, const Rest&...>) {
        return of(item, rest...);
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Type, class... Rest>
    IMPULSE_SHARED result<Type, Rest...> operator()(const masked<Type>& item, const Rest&... rest) {
        return of(item, rest...);
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    template <class Type, class... Rest>
    IMPULSE_SHARED result<Type, Rest...> of(const masked<Type>& item, const Rest&... rest) const {
        // fault: function-under-mask
        if (!item.takes_part) return {};
        using value = decltype(f(*item.value, rest...));
        return {uninitialized<value>(f(*item.value, rest...)), true};
    }
};

template <class Function>
inline constexpr bool is_masked_function<masked_function<Function>> = true;

/// Returns the value of an item, or `other` for an empty place.
template <class Acc>
struct value_or : no_contraction {
    Acc other;
    IMPULSE_NO_EXEC_CHECK
    template <class Type>
    IMPULSE_SHARED Acc operator()(const masked<Type>& item) const {
        // fault: value-in-empty-place
        return item.takes_part ? static_cast<Acc>(*item.value) : other;
    }
};

/// The operator to call: the operator itself, or a copy if calls change it.
template <class Acc, class Op>
class called_op {
    static constexpr bool in_place =
        combines<Op, Acc> || joins_rvalues<const Op, Acc> || joins_lvalues<const Op, Acc>;

  public:
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED called_op(const Op& op, std::uint32_t zero) : op_(op), zero_(zero) {}
    IMPULSE_SHARED op_adaptor<Acc, std::conditional_t<in_place, const Op, Op>> get() { return {op_, zero_}; }

  private:
    std::conditional_t<in_place, const Op&, Op> op_;
    std::uint32_t zero_;
};

/// The value of the items that take part, if there are any. `count` is their number, or whether there are
/// any.
template <class Acc, class Count>
struct value_of_some {
    uninitialized<Acc> value;
    Count count = 0;
};

template <class Type>
inline constexpr bool is_value_of_some = is_a<Type, value_of_some>;

/// An operator on the items that take part. Its result is that of `Op` and `init` on these items, by the tree
/// in which the other items are empty places.
template <class Op, class Acc, class Init, class Item>
struct masked_operator : own_members {
    static constexpr int leaf = leaf_of<Op, Item>::value;
    static constexpr bool reads_leaves = detail::reads_leaves<Op>;
    /// Whether to count the items that take part: `finalize` needs their number, except for positions, which
    /// need the length of their group.
    static constexpr bool counts = finalizes_counted<Op, Acc> && !selects_items<typename bare<Op>::type>;
    using value_type = value_of_some<Acc, std::conditional_t<counts, index_t, bool>>;

    Op op;
    Init init;
    std::uint32_t zero;  ///< opaque_zero()

    masked_operator(Op with, Init begin, std::uint32_t bits)
        : op(std::move(with)), init(std::move(begin)), zero(bits) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED value_type lift(const masked<Item>& item) const {
        if (!item.takes_part) return {};
        return {uninitialized<Acc>(called_op<Acc, Op>(op, zero).get().lift(*item.value)), 1};
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void accumulate(value_type& all, const masked<Item>& item) const {
        if (!item.takes_part) return;
        if (all.count == 0) {
            all = lift(item);
        } else {
            called_op<Acc, Op>(op, zero).get().accumulate(*all.value, *item.value);
            if constexpr (counts) ++all.count;
        }
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED void combine(value_type& left, const value_type& right) const {
        if (right.count == 0) return;
        if (left.count == 0) {
            left = right;
        } else {
            // fault: join-under-mask
            left.value = uninitialized<Acc>(
                called_op<Acc, Op>(op, zero).get()(std::move(*left.value), Acc(*right.value)));
            if constexpr (counts) left.count += right.count;
        }
    }
    IMPULSE_SHARED value_type identity() const { return {}; }

    /// A leaf of an operator that reads the items of its leaves itself (leaf_sums.hpp). A part has no such
    /// leaf.
    IMPULSE_NO_EXEC_CHECK
    template <class Items>
    IMPULSE_INLINE value_type fold_items(const Items& item, int j, int count) const
        requires(std::is_same_v<std::decay_t<decltype(item(j))>, masked<Item>>&& folds_items<Op, Items>) {
        const Acc all = op.fold_items(item, j, count);
        if (all.n == 0) return {};
        return {{all}, 1};
    }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED auto finalize(value_type all, index_t n) const ->
        typename initial<Init>::template result<result_t<Op, Acc>> {
        if constexpr (std::is_same_v<Init, no_init>) {
            if (all.count == 0) return op.nothing(n);
        }
        // fault: count-under-mask
        const index_t some = counts || all.count == 0 ? static_cast<index_t>(all.count) : n;
        return detail::result_of(Init(init), some, all.value, called_op<Acc, Op>(op, zero).get());
    }
};

}  // namespace detail

template <class Type>
struct copies_as_bytes<detail::masked<Type>> : copies_as_bytes<Type> {};
template <class Acc, class Count>
struct copies_as_bytes<detail::value_of_some<Acc, Count>> : copies_as_bytes<Acc> {};

template <class Op, class Acc, class Init, class Item, class Value>
struct freedom<detail::masked_operator<Op, Acc, Init, Item>, Value> : freedom<Op, Acc> {};

}  // namespace impulse
