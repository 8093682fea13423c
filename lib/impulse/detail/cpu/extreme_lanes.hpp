// SPDX-License-Identifier: Apache-2.0
/// \file
/// The minimum or maximum of contiguous numbers by one CPU thread, with vectors.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/compared.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/op/values.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether vectors can find the extremes of such numbers: any integer type, float, double. (nvcc does not
/// support such vectors.)
template <class Type>
inline constexpr bool has_extreme_lanes =
    !IMPULSE_HAS_CUDA && (one_of<Type, float, double> ||
                          (std::is_integral_v<Type> && sizeof(Type) <= 8 && !std::is_same_v<Type, bool>));

#if !IMPULSE_HAS_CUDA

/// The state of the lanes. Comparisons find the minimum, but ignore NaN and the sign of zero, so NaN and sign
/// bits are recorded separately. If the minimum is a zero, no item is below it, so the minimum is -0 if any
/// item has its sign bit set. A maximum of zero is -0 if all items have it set. `Plain`: NaN and the sign of
/// zero do not matter; if all items are NaN, the value is the neutral one.
template <class Type, side Side, nan_rule Nans, bool Plain = std::is_integral_v<Type>>
struct extreme_lanes {
    using vectors = compared<Type>;
    using vec = typename vectors::vec;
    using mask = typename vectors::mask;
    using number = typename vectors::number;
    static constexpr int lanes = vectors::lanes;
    static constexpr int vectors_kept = Plain ? 1 : 3;
    static constexpr bool lower = Side == side::lower;
    static constexpr bool keeps = Nans == nan_rule::keep;

    vec best;
    mask signs;
    mask noted;  ///< lanes that had a NaN; if NaN are ignored, lanes that had a number

    /// The neutral value: every item comes before it.
    static constexpr number last() {
        if constexpr (std::is_floating_point_v<Type>) {
            return lower ? static_cast<Type>(__builtin_inf()) : -static_cast<Type>(__builtin_inf());
        } else {
            using bits = std::make_unsigned_t<number>;
            constexpr auto all = static_cast<bits>(~bits{0});
            constexpr auto most = static_cast<number>(std::is_signed_v<number> ? all >> 1 : all);
            return lower ? most : static_cast<number>(~most);
        }
    }
    static vec filled(number with) { return vec{} + with; }
    static extreme_lanes of_none() {
        if constexpr (!Plain)
            return {filled(last()), lower ? mask{} : ~mask{}, mask{}};
        else
            return {filled(last()), mask{}, mask{}};
    }

    void take(const Type* from) { take(vectors::read(from)); }
    void join(const extreme_lanes& other) {
        best = nearer(other.best, best);
        signs = with_signs(other.signs);
        noted |= other.noted;
    }
    Type value() const {
        const extreme_lanes all = across<lanes / 2>(*this);
        const auto found = static_cast<Type>(vectors::first(all.best));
        if constexpr (!Plain) {
            // fault: extreme-of-nan
            if (vectors::any(noted) == keeps) return static_cast<Type>(__builtin_nan(""));
            // fault: extreme-of-zeros
            if (found == 0) return all.signs[0] < 0 ? -Type(0) : Type(0);
        }
        return found;
    }

  private:
    void take(const vec& v) {
        best = nearer(v, best);
        if constexpr (!Plain) {
            mask bits;
            std::memcpy(&bits, &v, sizeof bits);
            if constexpr (keeps) {
                noted |= (mask)(v != v);
            } else {
                const mask ordered = (mask)(v == v);
                noted |= ordered;
                // fault: sign-of-nan
                bits = lower ? bits & ordered : bits | ~ordered;
            }
            signs = with_signs(bits);
        }
    }
    /// b where a is NaN.
    static vec nearer(const vec& a, const vec& b) {
        if constexpr (lower)
            return a < b ? a : b;
        else
            return a > b ? a : b;
    }
    mask with_signs(const mask& others) const { return lower ? signs | others : signs & others; }

    template <int Step>
    static extreme_lanes across(extreme_lanes all) {
        constexpr auto each = std::make_index_sequence<std::size_t{lanes}>();
        if constexpr (Step > 0) {
            extreme_lanes other = all;
            other.best = vectors::template turned<Step>(all.best, each);
            if constexpr (!Plain) other.signs = vectors::template turned<Step>(all.signs, each);
            all.join(other);
            return across<Step / 2>(all);
        }
        return all;
    }
};

/// The type of the lanes for an operator on such items, or void.
template <class Type, class Op>
struct lanes_by {
    using type = void;
};
template <class Type, class Op>
requires(one_of<Op, minimum, maximum, minimum_number, maximum_number>) struct lanes_by<Type, Op> {
    using type = extreme_lanes<Type, one_of<Op, minimum, minimum_number> ? side::lower : side::upper,
                               one_of<Op, minimum, maximum> ? nan_rule::keep : nan_rule::pass_over>;
};

/// Two sets of lanes that take the same items: each vector is read once.
template <class First, class Second>
struct both_lanes {
    static constexpr int lanes = First::lanes;
    static constexpr int vectors_kept = First::vectors_kept + Second::vectors_kept;
    First first;
    Second second;
    static both_lanes of_none() { return {First::of_none(), Second::of_none()}; }
    template <class Type>
    void take(const Type* from) {
        first.take(from);
        // fault: second-of-extremes
        second.take(from);
    }
    void join(const both_lanes& other) {
        first.join(other.first);
        second.join(other.second);
    }
};

/// The lanes after `count` items, at least one for each lane. Two halves are read at the same time, each by
/// one or two sets of lanes, so that no comparison waits for the previous one.
template <class Lanes, class Type>
Lanes take_in_lanes(const Type* from, index_t count) {
    constexpr index_t each = Lanes::lanes;
    // As many sets as fit in 16 registers.
    constexpr index_t step = (Lanes::vectors_kept <= 3 ? 2 : 1) * each;
    Lanes a = Lanes::of_none();
    const index_t half = count / (2 * step) * step;
    if (half > 0) {
        Lanes b = a, c = a, d = a;
        const Type* const middle = from + half;
        for (index_t i = 0; i < half; i += step) {
            detail::ask_ahead(from + i);
            detail::ask_ahead(middle + i);
            a.take(from + i);
            if constexpr (step > each) b.take(from + i + each);
            // fault: halves-of-extremes
            c.take(middle + i);
            if constexpr (step > each) d.take(middle + i + each);
        }
        a.join(b);
        c.join(d);
        a.join(c);
    }
    for (index_t i = 2 * half; i + each < count; i += each) a.take(from + i);
    // The last items; some are read a second time.
    // fault: last-of-extremes
    a.take(from + (count - each));
    return a;
}

/// Their value. This is not inlined, so that a call with few items stays in registers.
template <class Lanes, class Type>
[[gnu::noinline]] Type value_in_lanes(const Type* from, index_t count) {
    return detail::take_in_lanes<Lanes>(from, count).value();
}

/// The lanes of an operator for numbers in memory that have the accumulator's type, or void.
template <class Acc, class Op, class Leaves>
struct lanes_over {
    using type = void;
};
template <class Acc, class Op, class Leaves>
requires(freedom_v<Op, Acc> == grouping::reorder && has_extreme_lanes<Acc> && requires(const Leaves& leaves) {
    { *leaves.source().first } -> std::same_as<const Acc&>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
}) struct lanes_over<Acc, Op, Leaves> : lanes_by<Acc, bare_op<Op>> {
};

template <class Acc, class Op, class Leaves>
requires(!std::is_void_v<typename lanes_over<Acc, Op, Leaves>::type>) struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        using lanes = typename lanes_over<Acc, Op, Leaves>::type;
        if (range.size() < lanes::lanes) return detail::fold_in_order<Acc>(leaves, range, join);
        const Acc* const from = leaves.source().first + (leaves.origin() + range.begin);
        return detail::value_in_lanes<lanes>(from, range.size());
    }
};

/// Two extremes at once.
template <class Acc, class First, class Second, class Leaves>
requires(!std::is_void_v<typename lanes_over<Acc, First, Leaves>::type> &&
         !std::is_void_v<typename lanes_over<
             Acc, Second, Leaves>::type>) struct own_way<values<Acc, Acc>, together_operator<First, Second>,
                                                         Leaves> {
    static values<Acc, Acc> of(const Leaves& leaves, interval range, const auto& join) {
        using lanes = both_lanes<typename lanes_over<Acc, First, Leaves>::type,
                                 typename lanes_over<Acc, Second, Leaves>::type>;
        const index_t first = range.begin * Leaves::length;
        const index_t count = (std::min)(leaves.items(), range.end * Leaves::length) - first;
        if (count < lanes::lanes) return detail::fold_in_order<values<Acc, Acc>>(leaves, range, join);
        const Acc* const from = leaves.source().first + (leaves.origin() + first);
        const lanes all = detail::take_in_lanes<lanes>(from, count);
        return {all.first.value(), {all.second.value()}};
    }
};

#endif

}  // namespace impulse::detail
