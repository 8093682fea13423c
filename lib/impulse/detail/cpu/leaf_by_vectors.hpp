// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves of a variance or of moments by one CPU thread, with vectors: one leaf, for short results and for
/// the remaining leaves of long ones; and the leaves of adjacent columns, each lane of which has a column.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/doubles_of_items.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/cpu/sums_of_leaves.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>
#include <impulse/detail/tree/lane_shuffles.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>
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
    template <bool Whole, skips Skips>
    static Sums of(const Type* from, int fewer) {
        const int count = Whole ? leaf_of_sums : fewer;
        constexpr int vectors = sums_beside / lanes;
        constexpr int powers = leaf_sums<Sums, skips::nothing, Type>::powers;
        constexpr bool counts = Skips == skips::nan;
        const auto first = static_cast<double>(from[detail::first_number<Skips>(from, count)]);
        const double about = first - first == 0 ? first : 0;
        const doubles center = filled(about, all);
        doubles sum[std::size_t{powers + counts}][std::size_t{vectors}] = {};
        // The first powers start the sums, as in leaf_in_lanes.
        const auto take = [&]<bool First>(std::bool_constant<First>, int i, int v) {
            if (i >= count) return;
            const doubles items =
                i + lanes <= count ? detail::read_doubles(from + i) : some<counts>(from, i, count, all);
            doubles d = items - center;
            if constexpr (counts) {
                const doubles one = detail::count_numbers(items, d);
                sum[powers][v] = First ? one : sum[powers][v] + one;
            }
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
        const double n = counts ? total(powers) : count;
        return detail::sums_of_leaf<Sums>(
            n, about, total,
            // Behind a barrier, because a division by a power of two is a product.
            [&](double of) { return detail::opaque_vector(of / n); },
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
    /// sums about it; if it is not finite, it adds what its own sum already has. If NaN is skipped, NaN does.
    template <bool Counts, std::size_t... Lane>
    static doubles some(const Type* from, int first, int count, std::index_sequence<Lane...>) {
        // fault: end-of-leaf
        const auto item = [&](int i) {
            return Counts && i >= count ? not_a_number : static_cast<double>(from[i < count ? i : 0]);
        };
        return doubles{item(first + static_cast<int>(Lane))...};
    }
};

template <class Acc, class Op, class Type, int Max>
requires(std::is_base_of_v<sums_by_leaves<Acc>, Op>&& has_extreme_lanes<Type>) struct leaves_across<
    Acc, Op, strided_source<contiguous_source<Type>, Max>> {
    static constexpr int columns = vectors_of<double>::lanes;

    /// Sets to[c] to the leaf that begins at item `first` of column c. Column c begins at `origin + c`.
    static void of(const strided_source<contiguous_source<Type>, Max>& source, index_t origin, index_t first,
                   uninitialized<Acc>* to) {
        constexpr bool fourths = has_fourths<Acc>;
        constexpr int powers = fourths ? 4 : 2;
        constexpr rounded_vectors product;
        const Type* const memory = source.source.first + origin;
        const auto row = [&](int i) {
            typedef typename vectors_of<Type>::number items
                __attribute__((vector_size(columns * sizeof(Type))));
            items some;
            std::memcpy(&some, memory + source.offset(first + i), sizeof some);
            return __builtin_convertvector(some, doubles);
        };
        const doubles begin = row(0);
        const doubles about = begin - begin == doubles{} ? begin : doubles{};
        doubles sum[std::size_t{powers}][std::size_t{sums_beside}] = {};
        for (int i = 0; i < leaf_of_sums; i += sums_beside)
            for (int j = 0; j < sums_beside; ++j) {
                // fault: lanes-of-columns
                const doubles d = row(i + j) - about;
                doubles power = d;
                sum[0][j] += d;
                for (int p = 1; p < powers; ++p) {
                    power = product(power, d);
                    sum[p][j] += power;
                }
            }
        const auto total = [&sum](int p) -> doubles {
            const doubles* const s = sum[p];
            return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        };
        const auto all = detail::sums_of_leaf<sums_in_lanes<fourths>>(
            leaf_of_sums, about, total,
            [&](const doubles& of_all) { return product(of_all, 1.0 / leaf_of_sums); }, product);
        for (int c = 0; c < columns; ++c) {
            Acc one{};
            one.n = all.n, one.center = all.center[c], one.squares = all.squares[c];
            if constexpr (fourths) one.cubes = all.cubes[c], one.fourths = all.fourths[c];
            to[c] = uninitialized<Acc>(one);
        }
    }
};

#endif

}  // namespace impulse::detail
