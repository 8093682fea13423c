// SPDX-License-Identifier: Apache-2.0
/// \file
/// The leaves of variances and moments of small integers by one CPU thread. The sums are computed in
/// integers, and so are exact.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/cpu/doubles_of_items.hpp>
#include <impulse/detail/cpu/exact_sum.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/tree/lane_shuffles.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// Adds neighbouring lanes, or neighbouring quads of lanes, of two vectors; the sums are in the order of the
/// vectors.
template <class Number, class Vec>
Vec add_neighbours(const Vec& a, const Vec& b) {
    return lane_shuffles<Number>::template pick<0>(a, b) + lane_shuffles<Number>::template pick<1>(a, b);
}
template <class Vec>
Vec add_quads(const Vec& a, const Vec& b) {
    using shuffles = lane_shuffles<double>;
    return shuffles::template quads_of<0>(a, b) + shuffles::template quads_of<1>(a, b);
}

/// As leaf_in_lanes, for integers whose sums are exact in double. Sums of two powers are about 0, sums of
/// four powers about the first item.
template <class Type, int Powers>
struct exact_leaf_in_lanes {
    static constexpr int lanes = vectors_of<double>::lanes;
    using number = typename vectors_of<Type>::number;

    doubles about{};  ///< the center of the distances
    doubles totals[std::size_t{Powers}];

    exact_leaf_in_lanes(const Type* from, index_t apart) {
        if constexpr (Powers == 2)
            add_squares(from, apart);
        else
            add_fourths(from, apart);
    }

  private:
    typedef std::int8_t bytes __attribute__((vector_size(16 * quads_of_vector)));
    typedef std::uint32_t words __attribute__((vector_size(16 * quads_of_vector)));

    /// Sums about 0. They give the same leaf as sums about an item, because both are exact.
    void add_squares(const Type* from, index_t apart) {
        using once = widening<number>;
        using twice = widening<std::make_unsigned_t<typename once::wide>>;
        using bits = typename widening<std::make_unsigned_t<number>>::vec;
        typename once::vec sums[std::size_t{lanes}];
        typename twice::vec squares[std::size_t{lanes}];
        for (int l = 0; l < lanes; ++l, from += apart) {
            typename once::vec a{};
            typename twice::vec b{};
            for (int i = 0; i < leaf_of_sums; i += vectors_of<Type>::lanes) {
                const auto v = vectors_of<Type>::read(from + i);
                const auto low = once::lower(v), high = once::upper(v);
                a += low + high;
                if constexpr (sizeof(Type) == 1) {
                    const auto x = (short_vec)low, y = (short_vec)high;
                    b += (typename twice::vec)(detail::pair_products(x, x) + detail::pair_products(y, y));
                } else {
                    const auto x = (bits)low * (bits)low, y = (bits)high * (bits)high;
                    // fault: squares-of-leaf
                    b += (twice::lower(x) + twice::upper(x)) + (twice::lower(y) + twice::upper(y));
                }
            }
            sums[l] = a;
            squares[l] = b;
        }
        totals[0] = exact_lanes(sums);
        totals[1] = exact_lanes(squares);
    }

    /// For bytes. The sums are first about 0, for unsigned bytes about 128, because squares of signed bytes
    /// have only 15 bits. Doubles then convert them to sums about the first item; no step rounds.
    void add_fourths(const Type* from, index_t apart) {
        using once = widening<std::int8_t>;
        using twice = widening<std::uint32_t>;
        constexpr int bias = std::is_signed_v<number> ? 0 : 128;
        constexpr auto top = static_cast<std::int8_t>(std::is_signed_v<number> ? 0 : -128);
        typename once::vec items[std::size_t{lanes}];
        int_vec squares[std::size_t{lanes}], cubes[std::size_t{lanes}];
        typename twice::vec fourths[std::size_t{lanes}];
        doubles first{};
        for (int l = 0; l < lanes; ++l, from += apart) {
            first[l] = static_cast<double>(from[0]) - bias;
            typename once::vec a{};
            int_vec b{}, c{};
            words d{};
            for (int i = 0; i < leaf_of_sums; i += vectors_of<Type>::lanes) {
                const auto v = (bytes)vectors_of<Type>::read(from + i) ^ top;
                const auto x = once::lower(v), y = once::upper(v);
                a += x + y;
                b += detail::pair_products(x, x) + detail::pair_products(y, y);
                // fault: cubes-of-leaf
                c += detail::pair_products(x * x, x) + detail::pair_products(y * y, y);
                d += (words)detail::pair_products(x * x, x * x) + (words)detail::pair_products(y * y, y * y);
            }
            items[l] = a, squares[l] = b, cubes[l] = c;
            fourths[l] = twice::lower(d) + twice::upper(d);
        }
        const doubles sum = exact_lanes(items), second = exact_lanes(squares), third = exact_lanes(cubes),
                      fourth = exact_lanes(fourths), all = leaf_of_sums * first;
        about = first + bias;
        totals[0] = sum - all;
        totals[1] = second - first * (2 * sum - all);
        totals[2] = third - first * (3 * second - first * (3 * sum - all));
        // fault: fourths-of-leaf
        totals[3] = fourth - first * (4 * third - first * (6 * second - first * (4 * sum - all)));
    }

    /// Lane l gets the sum of the lanes of vector l, which is exact in double.
    template <class Vec>
    static doubles exact_lanes(const Vec (&of)[std::size_t{lanes}]) {
        constexpr std::size_t bytes = sizeof(of[0][0]);
        if constexpr (bytes == 8) {
            Vec sum;
            if constexpr (lanes == 4)
                sum = detail::add_quads(detail::add_neighbours<double>(of[0], of[1]),
                                        detail::add_neighbours<double>(of[2], of[3]));
            else
                sum = detail::add_neighbours<double>(of[0], of[1]);
            // For an integer i below 2^52, the mantissa of the double 2^52 + i is i.
            const doubles two_52 = doubles{} + 0x1p52;
            return detail::opaque_vector((doubles)(sum | (Vec)two_52)) - two_52;
        } else if constexpr (bytes == 2) {
            using twice = widening<std::int16_t>;
            typename twice::vec wider[std::size_t{lanes}];
            for (int l = 0; l < lanes; ++l) wider[l] = twice::lower(of[l]) + twice::upper(of[l]);
            return exact_lanes(wider);
        } else {
            const Vec low = detail::add_neighbours<std::int32_t>(of[0], of[1]);
            constexpr auto all = std::make_index_sequence<std::size_t{lanes}>();
            if constexpr (lanes == 4) {
                const Vec high = detail::add_neighbours<std::int32_t>(of[2], of[3]);
                const auto quads = (int_vec)detail::add_neighbours<std::int32_t>(low, high);
                return in_doubles(part<0>(quads, all) + part<4>(quads, all));
            } else {
                return in_doubles(part<0>((int_vec)detail::add_neighbours<std::int32_t>(low, low), all));
            }
        }
    }
    template <int First, std::size_t... Lane>
    static half_ints part(const int_vec& v, std::index_sequence<Lane...>) {
        return __builtin_shufflevector(v, v, (First + static_cast<int>(Lane))...);
    }
};

#endif

}  // namespace impulse::detail
