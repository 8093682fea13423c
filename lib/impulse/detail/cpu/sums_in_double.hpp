// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sums in double of other numbers, or of their squares, by one CPU thread: by the tree, over items that are
/// converted by vectors.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/doubles_of_items.hpp>
#include <impulse/detail/cpu/exact_sum.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

#if IMPULSE_HAS_AVX && !defined(__AVX512DQ__)
/// Reads integers of 8 bytes. (The CPU has no such conversion of vectors.) The lower and the upper half of an
/// integer are the last bits of a double near 2^52 and of one near 2^84; their sum, less what they began
/// with, is rounded once.
template <class Type>
doubles long_in_doubles(const Type* at) {
    typedef std::uint64_t words __attribute__((vector_size(16 * quads_of_vector)));
    constexpr std::uint64_t near_2_52 = 0x4330000000000000, near_2_84 = 0x4530000000000000;
    // fault: sign-of-long
    constexpr std::uint64_t bias = std::is_signed_v<Type> ? 0x80000000 : 0;  // makes the upper half positive
    words v;
    std::memcpy(&v, at, sizeof v);
    typedef std::uint32_t halves __attribute__((vector_size(16 * quads_of_vector)));
    const auto low =
        (doubles)__builtin_shufflevector((halves)v, (halves)(words{} + near_2_52), 0, 9, 2, 11, 4, 13, 6, 15);
    const auto high = (doubles)((v >> 32) ^ (near_2_84 | bias));
    constexpr auto begun = __builtin_bit_cast(double, near_2_84 + bias + 0x100000);
    // Opaque, so that no compiler adds in another order.
    return detail::opaque_vector(high - begun) + low;
}
#endif

/// Leaves that are also read as vectors.
template <int Power, class Leaves>
struct leaves_in_doubles {
    const Leaves& leaves;

    double operator[](index_t k) const { return leaves[k]; }
    void ask_ahead(index_t k, index_t n) const { leaves.ask_ahead(k, n); }
    doubles vector(index_t k) const {
        // fault: vector-of-doubles
        const doubles v = read(leaves.source().first + (leaves.origin() + k));
        if constexpr (Power == 2) return v * v;  // the fold makes it opaque, so it is rounded
        return v;
    }

  private:
    template <class Type>
    static doubles read(const Type* at) {
#if IMPULSE_HAS_AVX && !defined(__AVX512DQ__)
        if constexpr (std::is_integral_v<Type> && sizeof(Type) == 8) return detail::long_in_doubles(at);
#endif
        return detail::read_doubles(at);
    }
};

template <class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires has_own_members<Op>;
    Op::summed_power;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires has_extreme_lanes<typename Leaves::item_type>;
    requires !sums_exactly<double, Op, typename Leaves::item_type>;
    requires !std::is_same_v<typename Leaves::item_type, double>;
    // Integers by SSE2 alone came at half the speed of single conversions.
    requires std::is_floating_point_v<typename Leaves::item_type> || quads_of_vector == 2;
}
struct own_way<double, Op, Leaves> {
    static double of(const Leaves& leaves, interval range, const auto& join) {
        return detail::fold_tree<double>(leaves_in_doubles<Op::summed_power, Leaves>{leaves}, range.begin,
                                         range.end, join);
    }
};

#endif

}  // namespace impulse::detail
