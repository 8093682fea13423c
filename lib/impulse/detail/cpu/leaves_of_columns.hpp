// SPDX-License-Identifier: Apache-2.0
/// \file
/// Leaves of variances and moments of adjacent columns by one CPU thread, with vectors: each lane has a
/// column.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/cpu/sums_of_leaves.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/strided.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

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
