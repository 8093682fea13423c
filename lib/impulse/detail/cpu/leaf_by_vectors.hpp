// SPDX-License-Identifier: Apache-2.0
/// \file
/// One leaf of a variance or of moments by one CPU thread, with vectors. Used for short results and for the
/// remaining leaves of long ones.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/cpu/doubles_of_items.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/tree/lane_shuffles.hpp>

#include <cstddef>
#include <cstring>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// As leaf_sums, but the eight sums of each power are the lanes of a few vectors. (Variances of integers of
/// one and two bytes have exact sums, which compilers vectorize.)
template <class Sums, class Type>
requires(has_extreme_lanes<Type> &&
         (sizeof(Type) >= 4 || has_fourths<Sums>)) struct leaf_by_vectors<Sums, Type> {
    static constexpr bool is_there = true;

    /// The sums of a whole leaf, or of `fewer` items.
    template <bool Whole>
    static Sums of(const Type* from, int fewer) {
        const int count = Whole ? leaf_of_sums : fewer;
        constexpr int vectors = sums_beside / lanes;
        constexpr int powers = leaf_sums<Sums, skips::nothing, Type>::powers;
        const auto first = static_cast<double>(from[0]);
        const double about = first - first == 0 ? first : 0;
        const doubles center = filled(about, all);
        doubles sum[std::size_t{powers}][std::size_t{vectors}] = {};
        // The first powers start the sums, as in leaf_in_lanes.
        const auto take = [&]<bool First>(std::bool_constant<First>, int i, int v) {
            if (i >= count) return;
            const doubles items =
                i + lanes <= count ? detail::read_doubles(from + i) : some(from, i, count, all);
            const doubles d = items - center;
            doubles power = d;
            sum[0][v] = First ? d : sum[0][v] + d;
            IMPULSE_UNROLL
            for (int p = 1; p < powers; ++p) {
                power = detail::opaque_vector(power * d);
                sum[p][v] = First ? power : sum[p][v] + power;
            }
        };
        IMPULSE_UNROLL
        for (int v = 0; v < vectors; ++v) take(std::true_type{}, v * lanes, v);
        IMPULSE_UNROLL
        for (int i = sums_beside; i < leaf_of_sums; i += sums_beside) {
            IMPULSE_UNROLL
            // fault: vector-of-leaf
            for (int v = 0; v < vectors; ++v) take(std::false_type{}, i + v * lanes, v);
        }
        const auto total = [&sum](int p) {
            double s[std::size_t{sums_beside}];
            std::memcpy(s, sum[p], sizeof s);
            return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        };
        return detail::sums_of_leaf<Sums>(
            count, about, total,
            // Behind a barrier, because a division by a power of two is a product.
            [&](double of) { return detail::opaque_vector(of / count); },
            [](double a, double b) { return detail::opaque_vector(a * b); });
    }

  private:
    static constexpr int lanes = vectors_of<double>::lanes;
    static constexpr auto all = std::make_index_sequence<std::size_t{lanes}>();

    template <std::size_t... Lane>
    static doubles filled(double with, std::index_sequence<Lane...>) {
        return doubles{(static_cast<void>(Lane), with)...};
    }
    /// The vector of the items from `first` on. Item 0 replaces items from `count` on: it adds nothing to the
    /// sums about it; if it is not finite, it adds what its own sum already has.
    template <std::size_t... Lane>
    static doubles some(const Type* from, int first, int count, std::index_sequence<Lane...>) {
        // fault: end-of-leaf
        const auto item = [&](int i) { return static_cast<double>(from[i < count ? i : 0]); };
        return doubles{item(first + static_cast<int>(Lane))...};
    }
};

#endif

}  // namespace impulse::detail
