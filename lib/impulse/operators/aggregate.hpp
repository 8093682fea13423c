// SPDX-License-Identifier: Apache-2.0
/// \file
/// Aggregates: operators that say more than how two accumulators are joined.
///
/// Any operator has `op(Acc, Acc) → Acc`, or `combine(Acc&, const Acc&)` in its place. It may also have
/// - `lift(item) → Acc`: the accumulator of one item, which then need not convert to Acc; and `lift(pack) → Acc` for a whole
///   leaf at once (pack.hpp);
/// - `accumulate(Acc&, item)`, which takes an item in (or `accumulate(Acc, item) → Acc`), and where the operator is exact
///   `accumulate(Acc&, first, last)` for items that lie side by side; it needs `lift` or an identity;
/// - `static constexpr int leaf`, a power of two: so many consecutive items, aligned by index, are taken in from left to
///   right, and the tree joins these leaves. 1 unless said otherwise; of an exact operator any run may be a leaf;
/// - `finalize(Acc) → Result`, or `finalize(Acc, n)` with the number of items: what the caller gets;
/// - `identity() → Acc`.
/// All are const members. The law that ties them: lift(x) ∘ lift(y) = accumulate(lift(x), y) where the operator is exact.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/freedom.hpp>
#include <impulse/operators/pack.hpp>
#include <impulse/refusal.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

/// The type in which a reduction by an operator without `lift` accumulates: what `op(init, item)` returns (the rule of
/// std::ranges::fold_left, [alg.fold], on values). int8_t items and an int init sum in int.
template <class Op, class Init, class Item>
using accumulator_t = std::decay_t<std::invoke_result_t<Op&, Init, Item>>;

namespace detail {

// ---- which members an operator has, whether or not they match ------------------------------------------------------

// A member of that name in both bases makes the name ambiguous in what derives from them. From a final class nothing can
// derive: there a member is seen that is neither overloaded nor a template.
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

// ---- which of them match -------------------------------------------------------------------------------------------

template <class Op, class Item>
concept lifts = requires(const Op& op, const Item& item) {
    op.lift(item);
};

template <class Op, class Acc, class Item>
concept lifts_to = requires(const Op& op, const Item& item) {
    { op.lift(item) } -> std::convertible_to<Acc>;
};

/// Whether there is a `lift` that takes such a pack and not whatever it is given. Braces ask: no template is deduced from them, so
/// that the body of none is looked into.
template <class Op, class... Pack>
concept lifts_braced = requires(Op& op, becomes_pack<Pack...> some) {
    op.lift({some});
}
&&!requires(Op & op, becomes_pack<void> nothing) { op.lift({nothing}); };
template <class Op, class Item, int N>
concept lifts_packs = N >
1 && copies_as_bytes_v<Item>&& lifts_braced<const typename bare<Op>::type, pack<Item, N>>;
template <class Op>
concept names_packs = lifts_braced<typename bare<Op>::type>;

template <class Op, class Acc>
concept combines = requires(const Op& op, Acc& acc, const Acc& other) {
    { op.combine(acc, other) } -> std::same_as<void>;
}
|| requires(const Op& op, Acc& acc, const Acc& other) {
    { op.combine(acc, other) } -> std::same_as<Acc&>;
};

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

// ---- what follows from them ----------------------------------------------------------------------------------------

/// How many consecutive items make a leaf of the tree.
template <class Op, class Item>
struct leaf_of : std::integral_constant<int, 1> {};
template <class Op, class Item>
requires requires { bare<Op>::type::leaf; }
struct leaf_of<Op, Item> : std::integral_constant<int, static_cast<int>(bare<Op>::type::leaf)> {};

/// The leaf that a reduction takes: the operator's, or of an exact operator that accumulates or lifts packs what 64 bytes hold.
template <class Acc, class Op, class Item>
consteval int leaf_length() {
    int leaf = leaf_of<Op, Item>::value;
    if (freedom_v<Op, Acc> != grouping::tree && (names_accumulate<Op> || names_packs<Op>))
        while (leaf < static_cast<int>(64 / sizeof(Item))) leaf *= 2;
    return leaf;
}

/// Whether op(a, b) is there, and returns something.
template <class Op, class A, class B>
inline constexpr bool returns_value = false;
template <class Op, class A, class B>
requires std::is_invocable_v<Op&, A, B>
inline constexpr bool returns_value<Op, A, B> = !std::is_void_v<std::invoke_result_t<Op&, A, B>>;

/// Whether whole leaves are taken in at once.
template <class Acc, class Op, class Item>
inline constexpr bool takes_packs = lifts_packs<Op, Item, leaf_length<Acc, Op, Item>()>;

template <class Op, class Init, class Item>
consteval auto accumulator_of() {
    if constexpr (requires { typename Op::template accumulator<Init, Item>; }) {  // together
        return std::type_identity<typename Op::template accumulator<Init, Item>>{};
    } else if constexpr (lifts<Op, Item>) {
        return std::type_identity<
            std::decay_t<decltype(std::declval<const Op&>().lift(std::declval<const Item&>()))>>{};
    } else if constexpr (names_accumulate<Op>) {
        if constexpr (requires(const Op& op) { op.neutral; })  // with_identity
            return std::type_identity<std::decay_t<decltype(std::declval<const Op&>().neutral)>>{};
        else if constexpr (requires(const Op& op) { op.identity(); })
            return std::type_identity<std::decay_t<decltype(std::declval<const Op&>().identity())>>{};
        else
            return std::type_identity<std::decay_t<Init>>{};
    } else if constexpr (returns_value<Op, Init, Item>) {
        return std::type_identity<accumulator_t<Op, Init, Item>>{};
    } else {
        return std::type_identity<std::decay_t<Init>>{};  // is refused with a sentence
    }
}

/// What the contract asks of an operator; each fails where it is refused (refusal.hpp).
template <class... Call>
struct leaf_is_no_power_of_two {
    static_assert(sizeof...(Call) == 0, "impulse: an operator's 'leaf' must be a power of two: 1, 2, 4, ...");
};
template <class... Call>
struct lift_differs {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the operator's 'lift' cannot be called with an item; write: Acc lift(const Item&) const");
};
template <class... Call>
struct lift_of_pack_differs {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the operator's 'lift' of a pack cannot be called with a whole leaf, or returns another "
        "than "
        "that of an item; write: Acc lift(const impulse::pack<Item, N>&) const, where N is the operator's "
        "'leaf', or if it is exact and names none as many items as 64 bytes hold");
};
template <class... Call>
struct accumulate_differs {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the operator's 'accumulate' cannot be called with an accumulator and an item; "
                  "write: void accumulate(Acc&, const Item&) const");
};
template <class... Call>
struct combine_differs {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the operator's 'combine' cannot be called with two accumulators, or returns "
                  "another; write: void combine(Acc&, const Acc&) const");
};
template <class... Call>
struct finalize_differs {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the operator's 'finalize' cannot be called with an accumulator; write: Result "
                  "finalize(const Acc&) const");
};
template <class... Call>
struct identity_does_not_convert {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the identity that with_identity(op, e) gives must convert to the accumulator, the "
        "type that op(init, item) returns");
};
template <class... Call>
struct accumulate_does_not_start {
    static_assert(sizeof...(Call) == 0,
                  "impulse: an operator with 'accumulate' needs 'Acc lift(const Item&) const' or 'Acc "
                  "identity() const', or an item would be converted where it should be accumulated");
};
template <class... Call>
struct item_does_not_convert {
    static_assert(
        sizeof...(Call) == 0,
        "impulse: the (transformed) items do not convert to the accumulator (the type that op(init, "
        "item) returns): use transform_reduce(x, init, op, f) with an f that makes accumulators, or "
        "give the operator a 'lift(item)'");
};
template <class... Call>
struct operator_does_not_join {
    static_assert(sizeof...(Call) == 0,
                  "impulse: the operator must join two accumulators: op(acc, acc) must return what converts "
                  "to the type that op(init, item) returns; the arguments are reduce(range, init, op)");
};

/// Whether `with_identity` gave what is no accumulator.
template <class Op, class Acc>
consteval bool identity_is_wrong() {
    if constexpr (requires(const Op& op) { op.neutral; })
        return !std::is_convertible_v<decltype(std::declval<const Op&>().neutral), Acc>;
    else
        return false;
}

/// Where a leaf is an item no pack is asked for, and any may be offered: the same operator, if it is exact, is given some.
template <class Op, class Acc, class Item>
consteval bool lift_of_pack_is_wrong() {
    constexpr int leaf = leaf_length<Acc, Op, Item>();
    if constexpr (!names_packs<Op> || leaf == 1)
        return false;
    else if constexpr (lifts_packs<Op, Item, leaf>)
        return !lifts_to<Op, Acc, pack<Item, leaf>>;
    else
        return true;
}

/// Why an operator cannot reduce such items, if it cannot.
template <class Op, class Acc, class Item>
consteval auto refusal_of_operator() {
    constexpr int leaf = leaf_of<Op, Item>::value;
    if constexpr (leaf <= 0 || (leaf & (leaf - 1)) != 0)
        return refusal<leaf_is_no_power_of_two>{};
    else if constexpr (names_lift<Op> && !lifts<Op, Item>)
        return refusal<lift_differs>{};
    else if constexpr (lift_of_pack_is_wrong<Op, Acc, Item>())
        return refusal<lift_of_pack_differs>{};
    else if constexpr (names_accumulate<Op> && !accumulates<Op, Acc, Item>)
        return refusal<accumulate_differs>{};
    else if constexpr (names_combine<Op> && !combines<Op, Acc>)
        return refusal<combine_differs>{};
    else if constexpr (names_finalize<Op> && !finalizes_value<Op, Acc> && !finalizes_counted<Op, Acc>)
        return refusal<finalize_differs>{};
    else if constexpr (detail::identity_is_wrong<Op, Acc>())
        return refusal<identity_does_not_convert>{};
    else if constexpr (names_accumulate<Op> && !lifts<Op, Item> && !has_identity<Op, Acc>)
        return refusal<accumulate_does_not_start>{};
    else if constexpr (!lifts<Op, Item> && !names_accumulate<Op> && !std::convertible_to<Item, Acc>)
        return refusal<item_does_not_convert>{};
    else if constexpr (!combines<Op, Acc> && !joins_rvalues<Op, Acc> && !joins_lvalues<Op, Acc>)
        return refusal<operator_does_not_join>{};
    else
        return no_refusal{};
}

// ---- the operator as the library calls it --------------------------------------------------------------------------

/// A signed integer's sum or product where it may be regrouped: partial results may leave the type's range though the
/// whole does not, so it is computed modulo 2 to its width.
template <class Acc, class Op>
concept wraps_around = std::is_signed_v<Acc> && std::is_integral_v<Acc> &&
    one_of<bare_op<Op>, plus, multiplies> && freedom_v<Op, Acc>
!= grouping::tree;

/// Whether an item may have a function of its own that converts it.
template <class Item>
inline constexpr bool may_convert = std::is_class_v<Item> || std::is_union_v<Item>;

/// Whether what an operator returns need not be sealed.
template <class Op, class Acc>
inline constexpr bool seals_itself =
    (library_functor<bare_op<Op>> && number<Acc>) || std::is_base_of_v<sealed_by_itself, Op>;

/// `Op` may be const, and then is called in place, or a thread's own copy.
template <class Acc, class Op>
class joining {
  public:
    using operator_type = std::remove_const_t<Op>;
    /// Whether a join is an instruction or two, which vectors have too.
    using bare_type = bare_op<operator_type>;
    static constexpr bool is_cheap = one_of<bare_type, plus, multiplies, bit_and, bit_or, bit_xor>;

    IMPULSE_SHARED joining(Op& op, std::uint32_t zero) : op_(op), zero_(zero) {}

    /// left ∘ right.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE Acc operator()(Acc&& left, Acc&& right) const {
        if constexpr (combines<operator_type, Acc>) {
            op_.combine(left, right);
            return sealed(std::move(left));
        } else if constexpr (wraps_around<Acc, operator_type>) {
            // Of a short type too: its operators would promote it to a signed one.
            using wide =
                std::conditional_t<sizeof(Acc) < sizeof(unsigned), unsigned, std::make_unsigned_t<Acc>>;
            return static_cast<Acc>(
                bare_op<operator_type>{}(static_cast<wide>(left), static_cast<wide>(right)));
        } else if constexpr (joins_rvalues<Op, Acc>) {
            return sealed(static_cast<Acc>(detail::invoke(op_, std::move(left), std::move(right))));
        } else {
            return sealed(static_cast<Acc>(detail::invoke(op_, left, right)));
        }
    }

    /// The accumulator of one item.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_INLINE Acc lift(const Item& item) const {
        if constexpr (requires { op_.template lift_as<Acc>(item); }) {  // together
            return sealed_of<Item>(op_.template lift_as<Acc>(item));
        } else if constexpr (lifts<operator_type, Item>) {
            return sealed_of<Item>(static_cast<Acc>(op_.lift(item)));
        } else if constexpr (names_accumulate<operator_type>) {
            Acc acc = identity<operator_type, Acc>::of(op_);
            accumulate(acc, item);
            return acc;
        } else {
            // A class's conversion is a caller's function.
            if constexpr (may_convert<Item> && !std::is_same_v<Item, Acc>)
                return detail::seal<Acc>(static_cast<Acc>(item), zero_);
            else
                return static_cast<Acc>(item);
        }
    }

    /// Takes one more item in.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED void accumulate(Acc& acc, const Item& item) const {
        if constexpr (accumulates_in_place<operator_type, Acc, Item>) {
            static_cast<void>(op_.accumulate(acc, item));
            acc = sealed(std::move(acc));
        } else if constexpr (accumulates_by_value<operator_type, Acc, Item>) {
            acc = sealed(static_cast<Acc>(op_.accumulate(std::move(acc), item)));
        } else if constexpr (accumulates_runs<operator_type, Acc, Item>) {
            accumulate(acc, __builtin_addressof(item), __builtin_addressof(item) + 1);
        } else {
            acc = (*this)(std::move(acc), lift(item));
        }
    }

    /// Takes in items that lie side by side; only of an operator that says that it can.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_SHARED void accumulate(Acc& acc, const Item* first, const Item* last) const {
        if constexpr (accumulates_runs_in_place<operator_type, Acc, Item>)
            static_cast<void>(op_.accumulate(acc, first, last));
        else
            acc = static_cast<Acc>(op_.accumulate(std::move(acc), first, last));
        acc = sealed(std::move(acc));
    }

    IMPULSE_SHARED Op& op() const { return op_; }
    IMPULSE_SHARED std::uint32_t zero() const { return zero_; }

  private:
    /// What a caller's function returned, rounded.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE Acc sealed(Acc&& acc) const {
        if constexpr (seals_itself<operator_type, Acc>)
            return std::move(acc);
        else
            return detail::seal<Acc>(std::move(acc), zero_);
    }

    /// The same of an item: also where operators seal themselves, for a class's conversion is a caller's function.
    IMPULSE_NO_EXEC_CHECK
    template <class Item>
    IMPULSE_INLINE Acc sealed_of(Acc&& acc) const {
        if constexpr (may_convert<Item>)
            return detail::seal<Acc>(std::move(acc), zero_);
        else
            return sealed(std::move(acc));
    }

    Op& op_;
    std::uint32_t zero_;
};

/// What the caller gets of an accumulated value: `op.finalize(acc)` where there is one, else the value.
IMPULSE_NO_EXEC_CHECK
template <class Op, class Acc>
IMPULSE_SHARED auto finalize(const Op& op, Acc acc, [[maybe_unused]] index_t n) {
    if constexpr (finalizes_counted<Op, Acc>)
        return op.finalize(std::move(acc), n);
    else if constexpr (finalizes_value<Op, Acc>)
        return op.finalize(std::move(acc));
    else
        return acc;
}

/// The items j, j + 1, ..., j + count - 1 (at most `Length`) of what `item(j)` gives, as one leaf: from left to right
/// where they are a leaf of the operator or it is exact, else by the tree over its leaves. `together` needs both.
IMPULSE_NO_EXEC_CHECK
template <int Length, class Acc, class Op, class Items>
IMPULSE_INLINE Acc fold_leaf(const joining<Acc, Op>& join, const Items& item, int j, int count) {
    using op = std::remove_const_t<Op>;
    using value = std::decay_t<decltype(item(j))>;
    constexpr bool packs = takes_packs<Acc, op, value>;
    if constexpr (Length > leaf_length<Acc, op, value>() && (packs || freedom_v<op, Acc> == grouping::tree)) {
        constexpr int half = Length / 2;
        Acc left = detail::fold_leaf<half, Acc>(join, item, j, count < half ? count : half);
        if (count <= half) return left;
        return join(std::move(left), detail::fold_leaf<half, Acc>(join, item, j + half, count - half));
    } else {
        if constexpr (packs && Length == leaf_length<Acc, op, value>()) {
            if (count >= Length) return join.lift(pack<value, Length>::of(item, j));
            // One of a result: written out it would be most of a kernel.
            if constexpr (requires { Items::holds_words; }) {
                const auto some = pack<value, Length>::of(item, j);
                Acc acc = join.lift(some[0]);
                IMPULSE_NO_UNROLL
                for (int i = 1; i < count; ++i) join.accumulate(acc, some[i]);
                return acc;
            }
        }
        Acc acc = join.lift(item(j));
        IMPULSE_UNROLL
        for (int i = 1; i < Length; ++i)
            if (i < count) join.accumulate(acc, item(j + i));
        return acc;
    }
}

}  // namespace detail

/// The type a reduction returns: the accumulator, or what the operator's `finalize` makes of it.
template <class Op, class Acc>
using result_t = decltype(detail::finalize(std::declval<const Op&>(), std::declval<Acc>(), index_t{}));

}  // namespace IMPULSE_ABI
}  // namespace impulse
