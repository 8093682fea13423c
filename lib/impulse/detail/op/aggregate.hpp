// SPDX-License-Identifier: Apache-2.0
/// \file
/// Aggregates: operators with more members than a join of two accumulators.
///
/// Every operator has `op(Acc, Acc) → Acc` or `combine(Acc&, const Acc&)`. It may also have
/// - `lift(item) → Acc`: returns the accumulator of one item, so that items need not convert to Acc; and
/// `lift(pack) → Acc` for a whole leaf at once (pack.hpp);
/// - `accumulate(Acc&, item)` or `accumulate(Acc, item) → Acc`: adds one item; and for an associative
/// operator `accumulate(Acc&, first, last)` for contiguous items. It needs `lift` or an identity;
/// - `static constexpr int leaf`, a power of two: so many consecutive items, from an index that is a multiple
/// of it, are accumulated from left to right, and the tree joins these leaves. The default is 1; for an
/// associative operator any run may be a leaf;
/// - `finalize(Acc) → Result`, or `finalize(Acc, n)` with the number of items: returns the caller's result;
/// - `identity() → Acc`.
///
/// All are const members. If the operator is associative, lift(x) ∘ lift(y) = accumulate(lift(x), y) must
/// hold.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/pack.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// The accumulator type of an operator without `lift`: the type of `op(init, item)` (the rule of
/// std::ranges::fold_left, [alg.fold], on values). int8_t items and an int init sum in int.
template <class Op, class Init, class Item>
using accumulator_t = std::decay_t<std::invoke_result_t<Op&, Init, Item>>;

namespace detail {

// ---- which members an operator has, with any signature ----------------------------------------------------

// A name that both bases have is ambiguous in a class derived from both. Nothing can derive from a final
// class, so for final classes this detects only members that are neither overloaded nor templates.
#define IMPULSE_NAMES_MEMBER(name)                                          \
    template <class Op, bool = std::is_class_v<Op> && !std::is_final_v<Op>> \
    struct name##_named {                                                   \
        static constexpr bool value = requires { &Op::name; };              \
    };                                                                      \
    template <class Op>                                                     \
    struct name##_named<Op, true> {                                         \
        struct another {                                                    \
            int name;                                                       \
        };                                                                  \
        struct both : Op, another {};                                       \
        static constexpr bool value = !requires { &both::name; };           \
    };                                                                      \
    template <class Op>                                                     \
    inline constexpr bool names_##name = name##_named<typename bare<Op>::type>::value
IMPULSE_NAMES_MEMBER(lift);
IMPULSE_NAMES_MEMBER(accumulate);
IMPULSE_NAMES_MEMBER(combine);
IMPULSE_NAMES_MEMBER(finalize);
#undef IMPULSE_NAMES_MEMBER

// ---- which of them have the right signature ---------------------------------------------------------------

template <class Op, class Item>
concept lifts = requires(const Op& op, const Item& item) {
    op.lift(item);
};

template <class Op, class Acc, class Item>
concept lifts_to = requires(const Op& op, const Item& item) {
    { op.lift(item) } -> std::convertible_to<Acc>;
};

/// Whether there is a `lift` for exactly such a pack, and not only a template for any argument. The argument
/// is in braces, because templates do not deduce from braces and so no body is instantiated.
template <class Op, class... Pack>
concept lifts_braced = requires(Op& op, becomes_pack<Pack...> some) {
    op.lift({some});
}
&&!requires(Op & op, becomes_pack<void> nothing) { op.lift({nothing}); };
template <class Op, class Item, int Count>
concept lifts_packs = Count >
1 && copies_as_bytes_v<Item>&& lifts_braced<const typename bare<Op>::type, pack<Item, Count>>;
template <class Op>
concept names_packs = lifts_braced<typename bare<Op>::type>;

template <class Op, class Acc>
concept combines = requires(const Op& op, Acc& acc, const Acc& other) {
    { op.combine(acc, other) } -> std::same_as<void>;
}
|| requires(const Op& op, Acc& acc, const Acc& other) {
    { op.combine(acc, other) } -> std::same_as<Acc&>;
};
/// Never run. It joins two accumulators in device code, where nvcc checks that a GPU can make the calls.
template <class Op, class Acc>
IMPULSE_DEVICE void check_device_join(Op& op, const Acc& some) {
    if constexpr (combines<Op, Acc>) {
        Acc left = some;
        op.combine(left, some);
    } else {
        static_cast<void>(detail::check_device_invoke(op, some, some));
    }
}

template <class Op, class Acc, class Item>
concept accumulates_in_place = requires(const Op& op, Acc& acc, const Item& item) {
    { op.accumulate(acc, item) } -> std::same_as<void>;
}
|| requires(const Op& op, Acc& acc, const Item& item) {
    { op.accumulate(acc, item) } -> std::same_as<Acc&>;
};
template <class Op, class Acc, class Item>
concept accumulates_by_value = requires(const Op& op, Acc acc, const Item& item) {
    { op.accumulate(std::move(acc), item) } -> std::convertible_to<Acc>;
};
template <class Op, class Acc, class Item>
concept accumulates_runs_in_place = requires(const Op& op, Acc& acc, const Item* item) {
    { op.accumulate(acc, item, item) } -> std::same_as<void>;
}
|| requires(const Op& op, Acc& acc, const Item* item) {
    { op.accumulate(acc, item, item) } -> std::same_as<Acc&>;
};
template <class Op, class Acc, class Item>
concept accumulates_runs_by_value = requires(const Op& op, Acc acc, const Item* item) {
    { op.accumulate(std::move(acc), item, item) } -> std::convertible_to<Acc>;
};
template <class Op, class Acc, class Item>
concept accumulates_runs =
    accumulates_runs_in_place<Op, Acc, Item> || accumulates_runs_by_value<Op, Acc, Item>;
template <class Op, class Acc, class Item>
concept accumulates = accumulates_in_place<Op, Acc, Item> || accumulates_by_value<Op, Acc, Item> ||
    accumulates_runs<Op, Acc, Item>;

template <class Op, class Acc>
concept finalizes_value = requires(const Op& op, Acc acc) {
    op.finalize(std::move(acc));
};
template <class Op, class Acc>
concept finalizes_counted = requires(const Op& op, Acc acc, index_t n) {
    op.finalize(std::move(acc), n);
};

template <class Op, class Acc>
concept joins_rvalues = std::is_invocable_r_v<Acc, Op&, Acc, Acc>;
template <class Op, class Acc>
concept joins_lvalues = std::is_invocable_r_v<Acc, Op&, Acc&, Acc&>;

// ---- what follows from them -------------------------------------------------------------------------------

/// The number of consecutive items of a leaf of the tree.
template <class Op, class Item>
struct leaf_of : std::integral_constant<int, 1> {};
template <class Op, class Item>
requires requires { bare<Op>::type::leaf; }
struct leaf_of<Op, Item> : std::integral_constant<int, static_cast<int>(bare<Op>::type::leaf)> {};

/// Whether an operator folds consecutive items faster than it joins them.
template <class Op, class Item>
inline constexpr bool takes_runs = names_accumulate<Op> || names_packs<Op>;

/// The leaf of a reduction: the operator's, or 64 bytes of items for an associative operator that accumulates
/// or lifts packs.
template <class Acc, class Op, class Item>
consteval int leaf_length() {
    int leaf = leaf_of<Op, Item>::value;
    if (freedom_v<Op, Acc> != grouping::tree && takes_runs<typename bare<Op>::type, Item>)
        while (leaf < static_cast<int>(64 / sizeof(Item))) leaf *= 2;
    return leaf;
}

/// Whether op(a, b) can be called, and returns something.
template <class Op, class Left, class Right>
inline constexpr bool returns_value = false;
template <class Op, class Left, class Right>
requires std::is_invocable_v<Op&, Left, Right>
inline constexpr bool returns_value<Op, Left, Right> =
    !std::is_void_v<std::invoke_result_t<Op&, Left, Right>>;

/// Whether whole leaves are lifted at once.
template <class Acc, class Op, class Item>
inline constexpr bool takes_packs = lifts_packs<Op, Item, leaf_length<Acc, Op, Item>()>;

/// Whether an operator of the library has its own function for a leaf of consecutive items, whole or
/// incomplete; and whether it, or an operator within `together`, should read the items directly from memory.
template <class Op, class Items>
concept folds_items = requires(const Op& op, const Items& item) {
    op.fold_items(item, 0, 1);
};
template <class Op>
inline constexpr bool reads_leaves = false;
template <class Op>
requires(bare<Op>::type::reads_leaves) inline constexpr bool reads_leaves<Op> = true;

/// Whether an operator is derived from a library operator with its own function for leaves, but has a
/// different `leaf`.
template <class Op>
inline constexpr bool changes_leaf = false;
template <class Op>
requires(bare<Op>::type::leaf !=
         bare<Op>::type::leaf_that_it_makes) inline constexpr bool changes_leaf<Op> = true;

/// The most items that a part may store at its two ends. For accumulators of the library's operators with
/// leaves: two leaves, each without one item.
template <class Acc>
inline constexpr int max_items_kept = 0;

template <class Op, class Init, class Item>
consteval auto accumulator_of() {
    if constexpr (requires { typename Op::template accumulator<Init, Item>; }) {  // together
        return std::type_identity<typename Op::template accumulator<Init, Item>>{};
    } else if constexpr (lifts<Op, Item>) {
        return std::type_identity<
            std::decay_t<decltype(std::declval<const Op&>().lift(std::declval<const Item&>()))>>{};
    } else if constexpr (names_accumulate<Op>) {
        if constexpr (!std::is_void_v<typename given_identity<Op>::type>)
            return std::type_identity<typename given_identity<Op>::type>{};
        else if constexpr (requires(const Op& op) { op.identity(); })
            return std::type_identity<std::decay_t<decltype(std::declval<const Op&>().identity())>>{};
        else
            return std::type_identity<std::decay_t<Init>>{};
    } else if constexpr (returns_value<Op, Init, Item>) {
        return std::type_identity<accumulator_t<Op, Init, Item>>{};
    } else {
        return std::type_identity<std::decay_t<Init>>{};  // refused later, with a message
    }
}

/// The accumulator type without an initial value.
template <class Op, class Item>
using item_accumulator = typename decltype(accumulator_of<Op, Item, Item>())::type;

/// Whether `Type` is an operator on these items, and not an initial value.
template <class Type, class Item>
inline constexpr bool is_operator = std::is_invocable_v<Type&, Item, Item> || names_lift<Type> ||
                                    names_accumulate<Type> || names_combine<Type>;

}  // namespace detail
}  // namespace impulse

// `selecting`: the base class by which the library recognises operators that select among items.

namespace impulse::inline IMPULSE_ABI::detail {

/// Base of operators with `select`. They compute nothing.
struct selecting : no_contraction {};

struct least_of_none {
    template <std::size_t Count>
    IMPULSE_SHARED void operator()(std::uint32_t (&)[Count]) const {}
};
/// Whether a warp finds the best of its lanes by a minimum over words.
template <class Acc, class Op>
inline constexpr bool selects_across = requires(const Acc& mine) {
    Op::across(mine, least_of_none{});
};

/// Whether an operator selects among items that know their positions.
template <class Op>
inline constexpr bool selects_items = std::is_base_of_v<selecting, Op>;

}  // namespace impulse::detail
