// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variances and moments by one CPU thread, by vectors: each lane has leaves of its own, which are joined
/// without shuffles.
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
#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

using doubles = vectors_of<double>::vec;

/// The sums of as many nodes as a vector has doubles; all nodes have the same count.
template <bool Fourths>
struct sums_in_lanes {
    double n;
    doubles center, squares;

    /// An assignment vector by vector, because g++ copies a class of them by words.
    void assign(const sums_in_lanes& of) { n = of.n, center = of.center, squares = of.squares; }
    /// The sums of a lane.
    template <class Sums>
    Sums of_lane(int l) const {
        return {n, center[l], squares[l]};
    }
};
template <>
struct sums_in_lanes<true> {
    double n;
    doubles center, squares, cubes, fourths;

    void assign(const sums_in_lanes& of) {
        n = of.n, center = of.center, squares = of.squares;
        cubes = of.cubes, fourths = of.fourths;
    }
    template <class Sums>
    Sums of_lane(int l) const {
        return {n, center[l], squares[l], cubes[l], fourths[l]};
    }
};

/// A product that is rounded by itself. Explicit vectors need no more than to be opaque for that.
struct rounded_vectors {
    template <class Left, class Right>
    auto operator()(const Left& a, const Right& b) const {
        const auto product = a * b;
        if constexpr (std::is_same_v<decltype(product), const double>)
            return product;  // of shares and counts, which is exact
        else
            return detail::opaque_vector(product);
    }
};

/// What becomes of the lanes of vectors: the sums of neighbours, and of quads, in the order of the vectors.
template <class Number, class Vec>
Vec add_neighbours(const Vec& a, const Vec& b) {
    return lane_shuffles<Number>::template pick<0>(a, b) + lane_shuffles<Number>::template pick<1>(a, b);
}
template <class Vec>
Vec add_quads(const Vec& a, const Vec& b) {
    using shuffles = lane_shuffles<double>;
    return shuffles::template quads_of<0>(a, b) + shuffles::template quads_of<1>(a, b);
}

/// Of vectors whose neighbours are a leaf's sums, as many as there are leaves: lane l gets the sum of leaf l,
/// by the tree.
template <class Vec>
Vec add_lanes(const Vec* leaf) {
    if constexpr (quads_of_vector == 2) {
        const Vec even = detail::add_quads(leaf[0], leaf[2]);
        return detail::add_neighbours<double>(even, detail::add_quads(leaf[1], leaf[3]));
    } else {
        return detail::add_neighbours<double>(leaf[0], leaf[1]);
    }
}

/// Sums of powers of distances, of a leaf in each lane: that of lane l begins at `from + l * apart`.
template <class Type, int Powers>
struct leaf_in_lanes {
    static constexpr int lanes = vectors_of<double>::lanes;
    using number = typename vectors_of<Type>::number;
    static constexpr bool in_integers = std::is_integral_v<Type> && sizeof(Type) <= 2 && Powers == 2;

    doubles about{};  ///< what the distances are from
    doubles totals[std::size_t{Powers}];

    leaf_in_lanes(const Type* from, index_t apart) {
        if constexpr (in_integers)
            add_integers(from, apart);
        else
            add_doubles(from, apart);
    }

  private:
    typedef std::int32_t ints __attribute__((vector_size(16 * quads_of_vector)));
    typedef std::int32_t few_ints __attribute__((vector_size(8 * quads_of_vector)));
    typedef std::uint64_t words __attribute__((vector_size(16 * quads_of_vector)));

    static doubles in_doubles(const few_ints& v) {
#if defined(__AVX__) && !defined(__clang__)  // g++ 12 takes four instructions otherwise
        return (doubles)__builtin_ia32_cvtdq2pd256(v);
#else
        return __builtin_convertvector(v, doubles);
#endif
    }
    /// As many items as lanes.
    static doubles read(const Type* at) {
        typedef number items __attribute__((vector_size(lanes * sizeof(Type))));
        items v;
        std::memcpy(&v, at, sizeof v);
        if constexpr (std::is_integral_v<Type> && sizeof(Type) <= 4 && !std::is_same_v<number, std::uint32_t>)
            return in_doubles(__builtin_convertvector(v, few_ints));
#if defined(__AVX__) && !defined(__clang__)
        else if constexpr (std::is_same_v<Type, float>)
            return (doubles)__builtin_ia32_cvtps2pd256(v);
#endif
        else
            return __builtin_convertvector(v, doubles);
    }

    /// As leaf_sums: eight sums of each power run side by side.
    void add_doubles(const Type* from, index_t apart) {
        constexpr int vectors = sums_beside / lanes;
        constexpr rounded_vectors product;
        doubles sums[std::size_t{Powers}][std::size_t{lanes}];
        for (int l = 0; l < lanes; ++l, from += apart) {
            const auto first = static_cast<double>(from[0]);
            about[l] = first - first == 0 ? first : 0;
            const doubles center = doubles{} + about[l];
            doubles sum[std::size_t{Powers}][std::size_t{vectors}] = {};
            for (int i = 0; i < leaf_of_sums; i += sums_beside)
                for (int v = 0; v < vectors; ++v) {
                    // fault: lanes-of-leaf
                    const doubles d = read(from + i + v * lanes) - center;
                    doubles power = d;
                    sum[0][v] += d;
                    for (int p = 1; p < Powers; ++p) {
                        power = product(power, d);
                        sum[p][v] += power;
                    }
                }
            for (int p = 0; p < Powers; ++p) {
                doubles* const of = sum[p];
                for (int pairs = vectors / 2; pairs > 0; pairs /= 2)
                    for (int v = 0; v < pairs; ++v)
                        of[v] = detail::add_neighbours<double>(of[2 * v], of[2 * v + 1]);
                sums[p][l] = of[0];
            }
        }
        for (int p = 0; p < Powers; ++p) totals[p] = detail::add_lanes(sums[p]);
    }

    /// Exact sums, about 0: what is made of them is that of sums about an item.
    void add_integers(const Type* from, index_t apart) {
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
                const auto x = (bits)low * (bits)low, y = (bits)high * (bits)high;
                a += low + high;
                // fault: squares-of-leaf
                b += (twice::lower(x) + twice::upper(x)) + (twice::lower(y) + twice::upper(y));
            }
            sums[l] = a;
            squares[l] = b;
        }
        totals[0] = exact_lanes(sums);
        totals[1] = exact_lanes(squares);
    }

    /// Lane l gets the sum of vector l, which a double represents.
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
            // Below 2^52 an integer is the mantissa of 2^52 plus it.
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
                const auto quads = (ints)detail::add_neighbours<std::int32_t>(low, high);
                return in_doubles(part<0>(quads, all) + part<4>(quads, all));
            } else {
                return in_doubles(part<0>((ints)detail::add_neighbours<std::int32_t>(low, low), all));
            }
        }
    }
    template <int First, std::size_t... Lane>
    static few_ints part(const ints& v, std::index_sequence<Lane...>) {
        return __builtin_shufflevector(v, v, (First + static_cast<int>(Lane))...);
    }
};

/// The node above `many` leaves from `from` on. Each lane has neighbouring leaves, so that nodes are joined
/// without shuffles, level by level, until a node remains in each lane.
template <class Sums, int Many, class Type>
Sums node_of_leaves(const Type* from, std::uint32_t zero) {
    constexpr int lanes = vectors_of<double>::lanes;
    constexpr int each = Many / lanes;
    constexpr bool fourths = has_fourths<Sums>;
    constexpr rounded_vectors product;
    constexpr shares halves{0.5, 0.5};
    using lane_sums = sums_in_lanes<fourths>;
    lane_sums node[std::size_t{each}];
    for (int k = 0; k < each; ++k) {
        const leaf_in_lanes<Type, fourths ? 4 : 2> leaf(from + k * leaf_of_sums, each * leaf_of_sums);
        node[k].assign(detail::sums_of_leaf<lane_sums>(
            leaf_of_sums, leaf.about, [&](int p) { return leaf.totals[p]; },
            [&](const doubles& sum) { return product(sum, 1.0 / leaf_of_sums); }, product));
    }
    for (int remaining = each / 2; remaining > 0; remaining /= 2)
        for (int k = 0; k < remaining; ++k)
            // fault: between-leaves
            node[k].assign(detail::joined_sums(node[2 * k], node[2 * k + 1], halves, product));
    const join_central_sums<Sums> join(zero);
    Sums last[std::size_t{lanes}];
    for (int l = 0; l < lanes; ++l) last[l] = node[0].template of_lane<Sums>(l);
    for (int remaining = lanes / 2; remaining > 0; remaining /= 2)
        for (int k = 0; k < remaining; ++k) last[k] = join(last[2 * k], last[2 * k + 1]);
    return last[0];
}

template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires std::is_base_of_v<sums_by_leaves<Acc>, Op>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires has_extreme_lanes<typename Leaves::item_type>;
}
struct own_way<Acc, Op, Leaves> {
    static constexpr bool is_there = true;
    static constexpr int many = 32;

    template <class Join>
    static Acc of(const Leaves& leaves, interval range, const Join& join) {
        // fault: whole-leaves
        const bool are_whole = range.end * leaf_of_sums <= leaves.items();
        if (range.size() == many && are_whole) {
            if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(range.begin, many);
            return detail::node_of_leaves<Acc, many>(
                leaves.source().first + (leaves.origin() + range.begin * leaf_of_sums), join.zero());
        }
        if (range.size() <= many) return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
        const index_t middle = range.begin + floor_power(range.size() - 1);
        Acc left = of(leaves, {range.begin, middle}, join);
        return join(std::move(left), of(leaves, {middle, range.end}, join));
    }
};

#endif

}  // namespace impulse::detail
