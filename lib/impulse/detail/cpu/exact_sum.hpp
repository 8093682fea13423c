// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact sums of integers of one and two bytes by one CPU thread, with vectors.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/transform_source.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether the sum of such items, or of their squares, is exact in Acc in any grouping, apart from overflow.
/// (The sum of 2^20 squares is less than 2^53, and a double represents every integer up to that.)
template <class Acc, class Op, class Item>
inline constexpr bool sums_exactly =
    has_extreme_lanes<Item>&& std::is_integral_v<Item> && sizeof(Item) <= 2 &&
    ((std::is_integral_v<Acc> && sizeof(Acc) >= 4 && std::is_same_v<bare_op<Op>, plus> &&
      freedom_v<Op, Acc> == grouping::reorder) ||
     (std::is_same_v<Acc, double> && has_own_members<Op> && requires { Op::summed_power; }));

/// Which power of the items an operator adds.
template <class Op>
inline constexpr int summed_power_of = 1;
template <class Op>
requires(has_own_members<Op>&& requires {
    Op::summed_power;
}) inline constexpr int summed_power_of<Op> = Op::summed_power;

#if !IMPULSE_HAS_CUDA

/// Splits a vector of integers into the lower and upper neighbours of each pair, as integers of twice the
/// width.
template <class Integer>
struct widening {
    using wide = sized_integer<2 * sizeof(Integer), std::is_signed_v<Integer>>;
    typedef wide vec __attribute__((vector_size(16 * quads_of_vector)));
    static constexpr int bits = 8 * sizeof(Integer);

    // Signed integers are sign-extended.
    static vec lower(const auto& v) { return (vec)((vec)v << bits) >> bits; }
    static vec upper(const auto& v) { return (vec)v >> bits; }
};

typedef std::int16_t short_vec __attribute__((vector_size(16 * quads_of_vector)));
typedef std::int32_t int_vec __attribute__((vector_size(16 * quads_of_vector)));

/// The sums of neighbouring products, modulo 2^32: on x86 one instruction.
inline int_vec pair_products(const short_vec& a, const short_vec& b) {
#if defined(__AVX2__)
    return (int_vec)__builtin_ia32_pmaddwd256(a, b);
#elif defined(__SSE2__) && !IMPULSE_HAS_AVX
    return (int_vec)__builtin_ia32_pmaddwd128(a, b);
#else
    using wide = widening<std::int16_t>;
    typedef std::uint32_t bits __attribute__((vector_size(16 * quads_of_vector)));
    return (int_vec)((bits)wide::lower(a) * (bits)wide::lower(b) +
                     (bits)wide::upper(a) * (bits)wide::upper(b));
#endif
}

enum class summands { items, squares, products };

/// The sum of `count` items, of their squares, or of their products with `others` modulo 2^32. Each lane adds
/// as many as it can hold before its sum is widened.
template <summands What, class Type>
std::int64_t exact_sum(const Type* from, index_t count, const Type* others = nullptr) {
    using vectors = vectors_of<Type>;
    using once = widening<typename vectors::number>;
    using wide = typename once::wide;
    using bits_type = std::make_unsigned_t<wide>;
    typedef bits_type bits __attribute__((vector_size(16 * quads_of_vector)));
    using twice = widening<std::conditional_t<sizeof(wide) == 2, wide, bits_type>>;
    constexpr bool is_modular = What == summands::products && sizeof(wide) == 4;
    using lane = std::conditional_t<What == summands::items, wide,
                                    std::conditional_t<is_modular, bits_type, typename twice::wide>>;
    typedef lane sums __attribute__((vector_size(16 * quads_of_vector)));
    constexpr index_t each = vectors::lanes;
    constexpr index_t most = 128;
    const auto of = [&](index_t i) {
        // Sums of products, of two arrays, lost a quarter by it in cache.
        if constexpr (What != summands::products) detail::ask_ahead(from + i);
        const auto v = vectors::read(from + i);
        const auto low = once::lower(v), high = once::upper(v);
        if constexpr (What == summands::items) {
            return low + high;
        } else {
            const auto w = What == summands::squares ? v : vectors::read(others + i);
            if constexpr (sizeof(wide) == 2) {
                // fault: products-of-bytes
                return (sums)(detail::pair_products((short_vec)low, (short_vec)once::lower(w)) +
                              detail::pair_products((short_vec)high, (short_vec)once::upper(w)));
            } else if constexpr (std::is_signed_v<wide>) {
                // fault: pairs-of-products
                const auto pairs = (bits)detail::pair_products((short_vec)v, (short_vec)w);
                if constexpr (is_modular)
                    return pairs;
                else  // two squares of int16 are at most 2^31
                    return twice::lower(pairs) + twice::upper(pairs);
            } else {
                const auto a = (bits)low * (bits)once::lower(w), b = (bits)high * (bits)once::upper(w);
                if constexpr (is_modular)
                    // fault: products-of-small
                    return a + b;
                else
                    return (twice::lower(a) + twice::upper(a)) + (twice::lower(b) + twice::upper(b));
            }
        }
    };
    const auto wider = [](const sums& s) {
        if constexpr (sizeof(lane) < 8)
            return widening<lane>::lower(s) + widening<lane>::upper(s);
        else
            return s;
    };
    std::int64_t total = 0;
    const index_t half = count / (2 * each) * each;
    for (index_t i = 0; i < half; i += most * each) {
        const index_t end = (std::min)(half, i + most * each);
        sums a{}, b{};
        for (index_t k = i; k < end; k += each) {
            a += of(k);
            // fault: halves-of-exact
            b += of(half + k);
        }
        const auto both = wider(a) + wider(b);
        std::remove_cvref_t<decltype(both[0])> all[sizeof both / sizeof both[0]];
        std::memcpy(all, &both, sizeof both);
        for (const auto l : all) total += static_cast<std::int64_t>(l);
    }
    std::conditional_t<What == summands::items, std::int32_t, std::int64_t> rest = 0;
    // fault: last-of-exact
    for (index_t i = 2 * half; i < count; ++i) {
        const auto item = static_cast<decltype(rest)>(from[i]);
        if constexpr (What == summands::items)
            rest += item;
        else
            rest += item * static_cast<std::int64_t>(What == summands::squares ? from[i] : others[i]);
    }
    return total + rest;
}

template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    leaves.source().first;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires sums_exactly<Acc, Op, typename Leaves::item_type>;
}
struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        constexpr int power = summed_power_of<Op>;
        constexpr index_t most = index_t{1} << (power == 1 ? 36 : 20);
        if (std::is_same_v<Acc, double> && range.size() > most) {
            const index_t middle = range.begin + floor_power(range.size() - 1);
            Acc left = of(leaves, {range.begin, middle}, join);
            return join(std::move(left), of(leaves, {middle, range.end}, join));
        }
        const auto* const from = leaves.source().first + (leaves.origin() + range.begin);
        return static_cast<Acc>(detail::exact_sum < power == 1 ? summands::items
                                                               : summands::squares > (from, range.size()));
    }
};

/// The two arrays of integers of one or two bytes whose products are the items of a source.
template <class Source>
struct small_products {
    using type = void;
};
template <class Type>
requires(sums_exactly<std::int32_t, plus, Type>) struct small_products<
    zipped_source<multiplies, contiguous_source<Type>, contiguous_source<Type>>> {
    using type = Type;
};

template <class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires std::is_same_v<bare_op<Op>, plus>;
    requires !std::is_void_v<typename small_products<std::remove_cvref_t<decltype(leaves.source())>>::type>;
}
struct own_way<std::int32_t, Op, Leaves> {
    static std::int32_t of(const Leaves& leaves, interval range, const auto&) {
        const auto& both = leaves.source().sources;
        const index_t first = leaves.origin() + range.begin;
        return static_cast<std::int32_t>(detail::exact_sum<summands::products>(
            both.template get<0>().first + first, range.size(), both.template get<1>().first + first));
    }
};

#endif

}  // namespace impulse::detail
