// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variances by one CPU thread: the sums of many leaves by vectors, then their joins level by level, in an
/// array for each member.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/statistics.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/exact_sum.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

#if !IMPULSE_HAS_CUDA

/// What squares_of is given, and the mean, of `Count` whole leaves.
template <int Count>
struct sums_of_leaves {
    double center[std::size_t{Count}];
    double scaled[std::size_t{Count}];   ///< the leaf's length times the sum of squared distances
    double squared[std::size_t{Count}];  ///< the square of the sum of distances
};

/// Of `Lanes` sums of each leaf the one of all, by the tree: neighbours are added, in a loop for each level.
template <int Lanes, int Count, class Number, class Total>
void add_lanes(const Number* sums, Total* to) {
    if constexpr (Lanes == 1) {
        for (int k = 0; k < Count; ++k) to[k] = static_cast<Total>(sums[k]);
    } else {
        constexpr int half = Lanes / 2 * Count;
        Number pairs[std::size_t{half}];
        for (int i = 0; i < half; ++i) pairs[i] = static_cast<Number>(sums[2 * i] + sums[2 * i + 1]);
        detail::add_lanes<Lanes / 2, Count>(pairs, to);
    }
}

/// The sums of leaves of integers of one or two bytes, which are exact.
template <int Count, class Type>
void sum_small_leaves(const Type* from, sums_of_leaves<Count>& all) {
    using vectors = vectors_of<Type>;
    using once = widening<typename vectors::number>;
    using twice = widening<std::make_unsigned_t<typename once::wide>>;
    using bits = typename widening<std::make_unsigned_t<typename vectors::number>>::vec;
    constexpr int lanes = vectors::lanes / 2;
    typename once::wide sums[std::size_t{Count * lanes}];
    typename twice::wide squares[std::size_t{Count * lanes / 2}];
    for (int k = 0; k < Count; ++k) {
        typename once::vec a{};
        typename twice::vec b{};
        for (int i = 0; i < leaf_of_sums; i += vectors::lanes, from += vectors::lanes) {
            const auto v = vectors::read(from);
            const auto low = once::lower(v), high = once::upper(v);
            const auto x = (bits)low * (bits)low, y = (bits)high * (bits)high;
            a += low + high;
            // fault: squares-of-leaf
            b += (twice::lower(x) + twice::upper(x)) + (twice::lower(y) + twice::upper(y));
        }
        std::memcpy(sums + k * lanes, &a, sizeof a);
        std::memcpy(squares + k * (lanes / 2), &b, sizeof b);
    }
    std::int64_t sum[std::size_t{Count}], square[std::size_t{Count}];
    detail::add_lanes<lanes, Count>(sums, sum);
    detail::add_lanes<lanes / 2, Count>(squares, square);
    for (int k = 0; k < Count; ++k) {
        all.center[k] = static_cast<double>(sum[k]) / leaf_of_sums;  // exact, as sums about an item are
        all.scaled[k] = static_cast<double>(leaf_of_sums * square[k]);
        all.squared[k] = static_cast<double>(sum[k] * sum[k]);
    }
}

/// The sums of leaves that begin at `from`, as leaf_sums has them, to the bit: eight run side by side.
template <int Count, class Type>
void sum_leaves(const Type* from, sums_of_leaves<Count>& all, std::uint32_t zero) {
    constexpr int n = leaf_of_sums;
    constexpr int eights = Count * sums_beside;
    constexpr int lanes = vectors_of<double>::lanes;
    constexpr int vectors = sums_beside / lanes;
    using vec = typename vectors_of<double>::vec;
    typedef typename vectors_of<double>::mask mask;
    typedef typename vectors_of<Type>::number narrow __attribute__((vector_size(lanes * sizeof(Type))));
    const mask sealed = mask{} + static_cast<std::int64_t>(zero);
    double about[std::size_t{Count}];
    double firsts[std::size_t{eights}], seconds[std::size_t{eights}];
    const auto read = [](const Type* at) {
#if defined(__AVX__) && !defined(__clang__)
        if constexpr (std::is_same_v<Type, float>) {  // for which g++ 12 takes four instructions
            narrow v;
            std::memcpy(&v, at, sizeof v);
            return (vec)__builtin_ia32_cvtps2pd256(v);
        } else
#endif
        {
            narrow v;
            std::memcpy(&v, at, sizeof v);
            return __builtin_convertvector(v, vec);
        }
    };
    for (int k = 0; k < Count; ++k, from += n) {
        const auto first = static_cast<double>(from[0]);
        about[k] = first - first == 0 ? first : 0;
        const vec center = vec{} + about[k];
        vec a[std::size_t{vectors}] = {}, b[std::size_t{vectors}] = {};
        for (int i = 0; i < n; i += sums_beside)
            for (int v = 0; v < vectors; ++v) {
                // fault: lanes-of-leaf
                const vec d = read(from + i + v * lanes) - center;
                a[v] += d;
                b[v] += (vec)((mask)(d * d) ^ sealed);
            }
        std::memcpy(firsts + k * sums_beside, a, sizeof a);
        std::memcpy(seconds + k * sums_beside, b, sizeof b);
    }
    double first[std::size_t{Count}], second[std::size_t{Count}];
    detail::add_lanes<sums_beside, Count>(firsts, first);
    detail::add_lanes<sums_beside, Count>(seconds, second);
    for (int k = 0; k < Count; ++k) {
        all.center[k] = about[k] + detail::rounded_product(first[k], 1.0 / n, zero);
        all.scaled[k] = detail::rounded_product(n, second[k], zero);
        all.squared[k] = detail::rounded_product(first[k], first[k], zero);
    }
}

/// The node above `Count` nodes of `n` items each, as join_central_sums joins those of equal counts.
template <int Count>
squared_distances join_leaves(const double* center, const double* squares, double n, std::uint32_t zero) {
    if constexpr (Count == 1) {
        return {n, *center, *squares};
    } else {
        double centers[std::size_t{Count / 2}], joined[std::size_t{Count / 2}];
        for (int i = 0; i < Count / 2; ++i) {
            const double apart = center[2 * i + 1] - center[2 * i];
            const double square = detail::rounded_product(apart, apart, zero);
            // fault: between-leaves
            joined[i] =
                (squares[2 * i] + squares[2 * i + 1]) + detail::rounded_product(square, n * 0.5, zero);
            centers[i] = center[2 * i] + detail::rounded_product(apart, 0.5, zero);
        }
        return detail::join_leaves<Count / 2>(centers, joined, 2 * n, zero);
    }
}

template <int Count, class Type>
squared_distances node_of_leaves(const Type* from, std::uint32_t zero) {
    sums_of_leaves<Count> all;
    if constexpr (std::is_integral_v<Type> && sizeof(Type) <= 2)
        detail::sum_small_leaves<Count>(from, all);
    else
        detail::sum_leaves<Count>(from, all, zero);
    double squares[std::size_t{Count}];
    for (int k = 0; k < Count; ++k)
        squares[k] = detail::squares_of(leaf_of_sums, all.scaled[k], all.squared[k]);
    return detail::join_leaves<Count>(all.center, squares, leaf_of_sums, zero);
}

template <class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires std::is_base_of_v<sums_by_leaves<squared_distances>, Op>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires has_extreme_lanes<typename Leaves::item_type>;
}
struct own_way<squared_distances, Op, Leaves> {
    static constexpr bool is_there = true;
    static constexpr int many = 32;

    template <class Join>
    static squared_distances of(const Leaves& leaves, interval range, const Join& join) {
        // fault: whole-leaves
        const bool are_whole = range.end * leaf_of_sums <= leaves.items();
        if (range.size() == many && are_whole)
            return detail::node_of_leaves<many>(
                leaves.source().first + (leaves.origin() + range.begin * leaf_of_sums), join.zero());
        if (range.size() <= many)
            return detail::fold_tree<squared_distances>(leaves, range.begin, range.end, join);
        const index_t middle = range.begin + floor_power(range.size() - 1);
        squared_distances left = of(leaves, {range.begin, middle}, join);
        return join(std::move(left), of(leaves, {middle, range.end}, join));
    }
};

#endif

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
