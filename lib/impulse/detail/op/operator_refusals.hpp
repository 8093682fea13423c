// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refusals of operators: members whose names are misspelt, and the reasons why an operator cannot reduce.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/claims.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/values.hpp>

#include <concepts>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#define IMPULSE_MISSPELT(all)                                                                                \
    all(combin, combine) all(combne, combine) all(acumulate, accumulate) all(accumlate, accumulate)          \
        all(accummulate, accumulate) all(finalise, finalize) all(finalze, finalize) all(indentity, identity) \
            all(identiy, identity) all(idendity, identity)

#define IMPULSE_SENTENCE(name, meant)                                                              \
    template <class... Call>                                                                       \
    struct name##_is_misspelt {                                                                    \
        static_assert(sizeof...(Call) == 0, "impulse: the operator has a member '" #name           \
                                            "', which no reduction uses; is '" #meant "' meant?"); \
    };
IMPULSE_MISSPELT(IMPULSE_SENTENCE)
#undef IMPULSE_SENTENCE

/// A name that both bases have is ambiguous. One class tests all names.
template <class Op, bool = std::is_class_v<Op> && !std::is_final_v<Op>>
struct misspelt_in {
    static consteval auto refused() { return no_refusal{}; }
};
template <class Op>
struct misspelt_in<Op, true> {
#define IMPULSE_DECLARE(name, meant) int name;
    struct another {
        IMPULSE_MISSPELT(IMPULSE_DECLARE)
    };
#undef IMPULSE_DECLARE
    struct both : Op, another {};

    static consteval auto refused() {
#define IMPULSE_ASK(name, meant) &both::name;
        if constexpr (requires {IMPULSE_MISSPELT(IMPULSE_ASK)}) return no_refusal{};
#undef IMPULSE_ASK
#define IMPULSE_FIND(name, meant) \
    else if constexpr (!requires { &both::name; }) return refusal<name##_is_misspelt>{};
        IMPULSE_MISSPELT(IMPULSE_FIND)
#undef IMPULSE_FIND
    }
};
#undef IMPULSE_MISSPELT

/// The refusal of an operator with such a member, or no refusal.
template <class Op>
using misspelt_member = decltype(misspelt_in<Op>::refused());

template <class... Ops>
struct together_operator;

/// Each operator of `together` is asked.
template <class... Ops>
struct misspelt_in<together_operator<Ops...>, true> {
    static consteval auto refused() { return first_refusal<misspelt_member<typename bare<Ops>::type>...>{}; }
};

/// The contract of operators. Each message appears where the operator is refused (refusal.hpp).
IMPULSE_REFUSAL(leaf_is_no_power_of_two,
                "impulse: an operator's 'leaf' must be a power of two: 1, 2, 4, ...");
IMPULSE_REFUSAL(leaf_of_moments_differs,
                "impulse: an operator derived from moments must keep its leaf of 32 items; leave 'leaf' out");
IMPULSE_REFUSAL(
    lift_differs,
    "impulse: the operator's 'lift' cannot be called with an item; write: Acc lift(const Item&) const");
IMPULSE_REFUSAL(
    lift_of_pack_differs,
    "impulse: the operator's 'lift' of a pack cannot be called with a whole leaf, or returns another "
    "type than that of an item; write: Acc lift(const impulse::pack<Item, N>&) const, where N is the "
    "operator's 'leaf', or, if it is associative and has none, the number of items in 64 bytes");
IMPULSE_REFUSAL(accumulate_differs,
                "impulse: the operator's 'accumulate' cannot be called with an accumulator and an item; "
                "write: void accumulate(Acc&, const Item&) const");
IMPULSE_REFUSAL(combine_differs,
                "impulse: the operator's 'combine' cannot be called with two accumulators, or returns "
                "another; write: void combine(Acc&, const Acc&) const");
IMPULSE_REFUSAL(finalize_differs,
                "impulse: the operator's 'finalize' cannot be called with an accumulator; write: Result "
                "finalize(const Acc&) const");
IMPULSE_REFUSAL(identity_does_not_convert,
                "impulse: the identity e of with_identity(op, e) must convert to the accumulator, the type "
                "that op(init, item) returns");
IMPULSE_REFUSAL(accumulate_does_not_start,
                "impulse: an operator with 'accumulate' needs 'Acc lift(const Item&) const' or 'Acc "
                "identity() const', else an item would be converted instead of accumulated");
IMPULSE_REFUSAL(item_does_not_convert,
                "impulse: the (transformed) items do not convert to the accumulator (the type that op(init, "
                "item) returns): use transform_reduce(x, init, op, f) with an f that makes accumulators, or "
                "give the operator a 'lift(item)'");
IMPULSE_REFUSAL(operator_does_not_join,
                "impulse: the operator must join two accumulators: op(acc, acc) must return a type that "
                "converts to the type of op(init, item); the arguments are reduce(range, init, op)");
IMPULSE_REFUSAL(operator_folds,
                "impulse: the operator takes an accumulator and an item of different types, so a reduction "
                "would convert an accumulator to an item to join two; use a transform, transform_reduce(x, "
                "init, op, f), or give the operator 'lift', 'accumulate' and 'combine', or write "
                "ordered(op) if the conversion is intended");
IMPULSE_REFUSAL(never_associative_there,
                "impulse: assume_associative(op) is false for + or * on floating-point numbers; use "
                "unordered(op) to give up the order, or ordered(op)");

IMPULSE_REFUSAL(
    items_have_no_order,
    "impulse: a minimum or maximum needs items with an operator <, and complex numbers have none; "
    "compare a value that has one, max_value(x, f), or give your own order, argmax(x, less)");

/// Whether an operator of the library compares values that have no <.
template <class Op, class Acc>
inline constexpr bool compares_without_order =
    one_of<bare_op<Op>, minimum, maximum, minimum_number, maximum_number> && !requires(const Acc& a) {
    a < a;
};

/// Whether the identity of `with_identity` is not an accumulator.
template <class Op, class Acc>
consteval bool identity_is_wrong() {
    using given = typename given_identity<Op>::type;
    if constexpr (std::is_void_v<given>)
        return false;
    else
        return !std::is_constructible_v<Acc, const given&>;
}

/// Whether a `lift` for packs is wrong. If a leaf is one item, no pack is needed, so a `lift` of any pack is
/// allowed: the same operator gets packs if it is associative.
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

/// Why an operator that can be called with two accumulators does not join them, or no refusal.
template <class Op, class Acc>
consteval auto refusal_of_join() {
    if constexpr (claims_falsely<Op, Acc>)
        return refusal<never_associative_there>{};
    else if constexpr (folds<Op, Acc>)
        return refusal<operator_folds>{};
    else
        return no_refusal{};
}

/// The reason why an operator within this one cannot reduce such items, or no refusal.
template <class Op, class Acc, class Item>
struct refusal_within {
    using type = no_refusal;
};

/// The reason why an operator cannot reduce such items, or no refusal.
template <class Op, class Acc, class Item>
consteval auto refusal_of_operator() {
    using within = typename refusal_within<typename bare<Op>::type, Acc, Item>::type;
    constexpr int leaf = leaf_of<Op, Item>::value;
    if constexpr (is_refusal<within>)
        return within{};
    else if constexpr (leaf <= 0 || (leaf & (leaf - 1)) != 0)
        return refusal<leaf_is_no_power_of_two>{};
    else if constexpr (changes_leaf<typename bare<Op>::type>)
        return refusal<leaf_of_moments_differs>{};
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
    else if constexpr (compares_without_order<Op, Acc>)
        return refusal<items_have_no_order>{};
    else if constexpr (!combines<Op, Acc> && !joins_rvalues<Op, Acc> && !joins_lvalues<Op, Acc>)
        return refusal<operator_does_not_join>{};
    else
        return detail::refusal_of_join<Op, Acc>();
}

/// Each operator of `together` must meet the same requirements as alone.
template <class... Ops, class... Accs, class Item>
struct refusal_within<together_operator<Ops...>, values<Accs...>, Item> {
    using type = first_refusal<decltype(detail::refusal_of_operator<Ops, Accs, Item>())...>;
};

}  // namespace impulse::detail
