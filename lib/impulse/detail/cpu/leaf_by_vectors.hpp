// SPDX-License-Identifier: Apache-2.0
/// \file
/// One leaf of a variance or of moments by one CPU thread, with vectors. Used for short results and for the
/// remaining leaves of long ones.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/op/contraction_barrier.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/tree/lane_shuffles.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// As leaf_sums, but the eight sums of each power are the lanes of a few vectors. (Integers of one and two
/// bytes have exact sums, which compilers vectorize.)
template <class Sums, class Type>
requires(has_extreme_lanes<Type> && sizeof(Type) >= 4) struct leaf_by_vectors<Sums, Type> {
    static constexpr bool is_there = true;

    static Sums of(const Type* from, std::uint32_t zero) {
        using doubles = vectors_of<double>::vec;
        constexpr int lanes = vectors_of<double>::lanes;
        constexpr int vectors = sums_beside / lanes;
        constexpr int powers = leaf_sums<Sums, skips::nothing, Type>::powers;
        const auto first = static_cast<double>(from[0]);
        const double about = first - first == 0 ? first : 0;
        const doubles center = doubles{} + about;
        doubles sum[std::size_t{powers}][std::size_t{vectors}] = {};
        IMPULSE_UNROLL
        for (int i = 0; i < leaf_of_sums; i += lanes) {
            // fault: vector-of-leaf
            const int v = i / lanes % vectors;
            typedef typename vectors_of<Type>::number items
                __attribute__((vector_size(lanes * sizeof(Type))));
            items some;
            std::memcpy(&some, from + i, sizeof some);
            const doubles d = __builtin_convertvector(some, doubles) - center;
            doubles power = d;
            sum[0][v] += d;
            IMPULSE_UNROLL
            for (int p = 1; p < powers; ++p) {
                power = detail::opaque_vector(power * d);
                sum[p][v] += power;
            }
        }
        const auto total = [&sum](int p) {
            double s[std::size_t{sums_beside}];
            std::memcpy(s, sum[p], sizeof s);
            return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        };
        return detail::sums_of_leaf<Sums>(
            leaf_of_sums, about, total,
            [zero](double of) { return detail::contraction_barrier<double>(of / leaf_of_sums, zero); },
            [zero](double a, double b) { return detail::rounded_product(a, b, zero); });
    }
};

#endif

}  // namespace impulse::detail
