// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variances and moments by one CPU thread, with vectors. Each lane has its own leaves, which are joined
/// without shuffles.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/exact_leaves.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/leaf_sums.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// The sums of several nodes, one in each lane of a vector of doubles. All nodes have the same count, or each
/// lane has its own.
template <bool Fourths, class Count = double>
struct sums_in_lanes {
    Count n;
    doubles center, squares;

    /// Assigns vector by vector, because g++ copies a class of vectors word by word.
    template <class Shuffle = std::identity>
    void assign(const sums_in_lanes& of, const Shuffle& shuffle = {}) {
        if constexpr (std::is_same_v<Count, double>)
            n = of.n;
        else
            n = shuffle(of.n);
        center = shuffle(of.center), squares = shuffle(of.squares);
    }
    /// The sums of the first lane.
    template <class Sums>
    Sums first_lane() const {
        return {(doubles{} + n)[0], center[0], squares[0]};
    }
};
template <>
struct sums_in_lanes<true> {
    double n;
    doubles center, squares, cubes, fourths;

    template <class Shuffle = std::identity>
    void assign(const sums_in_lanes& of, const Shuffle& shuffle = {}) {
        n = of.n, center = shuffle(of.center), squares = shuffle(of.squares);
        cubes = shuffle(of.cubes), fourths = shuffle(of.fourths);
    }
    template <class Sums>
    Sums first_lane() const {
        return {n, center[0], squares[0], cubes[0], fourths[0]};
    }
};

/// A product that is rounded before it is added to anything. For explicit vectors it is enough that the
/// product is opaque.
struct rounded_vectors {
    auto operator()(const auto& a, const auto& b) const {
        const auto product = a * b;
        if constexpr (std::is_same_v<decltype(product), const double>)
            return product;  // a product of shares and counts, which is exact
        else
            return detail::opaque_vector(product);
    }
};

/// Lane l gets the sum of the lanes of vector l, which has the sums of leaf l, by the tree. There is one leaf
/// for each lane.
template <class Vec>
Vec add_lanes(const Vec* leaf) {
    if constexpr (quads_of_vector == 2) {
        const Vec even = detail::add_quads(leaf[0], leaf[2]);
        return detail::add_neighbours<double>(even, detail::add_quads(leaf[1], leaf[3]));
    } else {
        return detail::add_neighbours<double>(leaf[0], leaf[1]);
    }
}

/// The first of `count` items that is not NaN, or else the last one.
template <skips Skips, class Type>
int first_number(const Type* from, int count) {
    int i = 0;
    if constexpr (Skips == skips::nan)
        while (i < count - 1 && from[i] != from[i]) ++i;
    return i;
}

/// Makes the distance of each NaN 0, and returns 1 for each other item.
inline doubles count_numbers(const doubles& items, doubles& distances) {
    const auto is_number = items == items;
    // fault: numbers-of-leaf
    distances = is_number ? distances : doubles{};
    return is_number ? doubles{} + 1 : doubles{};
}

/// Sums of powers of distances of one leaf in each lane; the leaf of lane l begins at `from + l * apart`. If
/// NaN is skipped, the last total is the count of other items.
template <class Type, int Powers, skips Skips>
struct leaf_in_lanes {
    static constexpr int lanes = vectors_of<double>::lanes;
    static constexpr bool counts = Skips == skips::nan;
    static constexpr int powers = Powers, all = Powers + (counts ? 1 : 0);

    doubles about{};  ///< the center of the distances
    doubles totals[std::size_t{all}];

    /// As leaf_sums: eight independent sums of each power.
    leaf_in_lanes(const Type* from, index_t apart) {
        constexpr int vectors = sums_beside / lanes;
        constexpr rounded_vectors product;
        doubles sums[std::size_t{all}][std::size_t{lanes}];
        for (int l = 0; l < lanes; ++l, from += apart) {
            const auto first = static_cast<double>(from[detail::first_number<Skips>(from, leaf_of_sums)]);
            about[l] = first - first == 0 ? first : 0;
            const doubles center = doubles{} + about[l];
            doubles sum[std::size_t{all}][std::size_t{vectors}];
            // The first powers start the sums. Adding +0 has the effect of adding to 0: no sum ends as -0.
            const auto take = [&]<bool First>(std::bool_constant<First>, int i, int v) {
                const doubles items = detail::read_doubles(from + i + v * lanes);
                doubles d = items - center;
                if constexpr (counts) {
                    const doubles one = detail::count_numbers(items, d);
                    sum[Powers][v] = First ? one : sum[Powers][v] + one;
                }
                doubles power = d;
                sum[0][v] = First ? d : sum[0][v] + d;
                for (int p = 1; p < Powers; ++p) {
                    power = product(power, d);
                    sum[p][v] = First ? power : sum[p][v] + power;
                }
            };
            for (int v = 0; v < vectors; ++v) take(std::true_type{}, 0, v);
            for (int i = sums_beside; i < leaf_of_sums; i += sums_beside)
                // fault: lanes-of-leaf
                for (int v = 0; v < vectors; ++v) take(std::false_type{}, i, v);
            for (int p = 0; p < all; ++p) {
                doubles* const of = sum[p];
                for (int pairs = vectors / 2; pairs > 0; pairs /= 2)
                    for (int v = 0; v < pairs; ++v)
                        of[v] = detail::add_neighbours<double>(of[2 * v], of[2 * v + 1]);
                sums[p][l] = of[0];
            }
        }
        for (int p = 0; p < all; ++p) totals[p] = detail::add_lanes(sums[p]);
    }
};

/// The sums of the leaf in each lane; or of the items that are not NaN, and their count. (A leaf of NaN alone
/// has the mean NaN, which no join reads.)
template <class Lanes, skips Skips>
Lanes sums_of_lanes(const auto& leaf) {
    constexpr rounded_vectors product;
    const auto total = [&](int p) { return leaf.totals[p]; };
    if constexpr (Skips == skips::nothing) {
        return detail::sums_of_leaf<Lanes>(
            static_cast<double>(leaf_of_sums), leaf.about, total,
            [&](const doubles& sum) { return product(sum, 1.0 / leaf_of_sums); }, product);
    } else {
        const doubles n = leaf.totals[leaf.powers];
        return detail::sums_of_leaf<Lanes>(
            n, leaf.about, total, [&](const doubles& sum) { return detail::opaque_vector(sum / n); },
            product);
    }
}

/// Joins nodes in all lanes, as join_central_sums does.
template <class Lanes>
void join_in_lanes(Lanes& to, const Lanes& a, const Lanes& b) {
    constexpr rounded_vectors product;
    if constexpr (std::is_same_v<decltype(to.n), double>) {
        to.assign(detail::joined_sums(a, b, shares<double>{0.5, 0.5}, product));
    } else {
        const doubles share = b.n / (a.n + b.n);
        const Lanes both = detail::joined_sums(a, b, shares<doubles>{1 - share, share}, product);
        const auto chosen = [&](const doubles& of_a, const doubles& of_b, const doubles& of_both) {
            return b.n == doubles{} ? of_a : a.n == doubles{} ? of_b : of_both;
        };
        // fault: empty-lanes
        to.center = chosen(a.center, b.center, both.center);
        to.squares = chosen(a.squares, b.squares, both.squares);
        to.n = both.n;
    }
}

/// The node above `Many` leaves from `from` on. Each lane has neighbouring leaves, so nodes are joined
/// without shuffles, level by level, until each lane has one node.
template <class Sums, int Many, skips Skips, class Type>
Sums node_of_leaves(const Type* from) {
    constexpr int lanes = vectors_of<double>::lanes;
    constexpr int each = Many / lanes;
    constexpr bool fourths = has_fourths<Sums>;
    constexpr int powers = fourths ? 4 : 2;
    using lanes_of_leaf =
        std::conditional_t<std::is_integral_v<Type> && sizeof(Type) <= 4 / powers,
                           exact_leaf_in_lanes<Type, powers>, leaf_in_lanes<Type, powers, Skips>>;
    using lane_sums = sums_in_lanes<fourths, std::conditional_t<Skips == skips::nan, doubles, double>>;
    lane_sums node[std::size_t{each}];
    for (int k = 0; k < each; ++k) {
        const lanes_of_leaf leaf(from + k * leaf_of_sums, each * leaf_of_sums);
        node[k].assign(detail::sums_of_lanes<lane_sums, Skips>(leaf));
    }
    for (int remaining = each / 2; remaining > 0; remaining /= 2)
        for (int k = 0; k < remaining; ++k)
            // fault: between-leaves
            detail::join_in_lanes(node[k], node[2 * k], node[2 * k + 1]);
    // Joins neighbouring lanes, then neighbouring quads.
    using shuffles = lane_shuffles<double>;
    lane_sums left, right;
    const auto join_lanes = [&](const auto& first, const auto& second) {
        left.assign(node[0], first), right.assign(node[0], second);
        detail::join_in_lanes(node[0], left, right);
    };
    // fault: neighbouring-lanes
    join_lanes([](const doubles& v) { return shuffles::template pick<0>(v, v); },
               [](const doubles& v) { return shuffles::template pick<1>(v, v); });
    if constexpr (lanes == 4)
        join_lanes([](const doubles& v) { return shuffles::template quads_of<0>(v, v); },
                   [](const doubles& v) { return shuffles::template quads_of<1>(v, v); });
    return node[0].template first_lane<Sums>();
}

template <class Acc, class Op>
inline constexpr bool sums_numbers = std::is_base_of_v<sums_by_leaves<Acc, skips::nan>, Op>;

template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires std::is_base_of_v<sums_by_leaves<Acc>, Op> || sums_numbers<Acc, Op>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
    requires has_extreme_lanes<typename Leaves::item_type>;
}
struct own_way<Acc, Op, Leaves> {
    static constexpr int many = 32;

    static Acc of(const Leaves& leaves, interval range, const auto& join) {
        // fault: whole-leaves
        const bool are_whole = range.end * leaf_of_sums <= leaves.items();
        if (range.size() == many && are_whole) {
            if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(range.begin, many);
            const auto* const from = leaves.source().first + (leaves.origin() + range.begin * leaf_of_sums);
            const Acc all = detail::node_of_leaves<Acc, many, skips::nothing>(from);
            // A mean that is a number says that no item is NaN.
            if constexpr (sums_numbers<Acc, Op> && !std::is_integral_v<typename Leaves::item_type>)
                // fault: node-without-nan
                if (all.center != all.center) return detail::node_of_leaves<Acc, many, skips::nan>(from);
            return all;
        }
        if (range.size() <= many) return detail::fold_tree<Acc>(leaves, range.begin, range.end, join);
        const index_t middle = range.begin + floor_power(range.size() - 1);
        Acc left = of(leaves, {range.begin, middle}, join);
        return join(std::move(left), of(leaves, {middle, range.end}, join));
    }
};

#endif

}  // namespace impulse::detail
