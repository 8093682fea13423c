// SPDX-License-Identifier: Apache-2.0
// The data of a trial, independent of policy and place: items, their groups, and the expected results by
// definition.
#pragma once

#include "all_kinds.hpp"
#include "arrangement.hpp"

#include <same_bits.hpp>

#include <impulse/parts.hpp>

#include <algorithm>

namespace fuzz {

template <class Kind>
using result_of =
    decltype(Kind::expected(std::vector<typename Kind::item>{}, std::vector<typename Kind::second_item>{}));

template <class R>
complaint compared(const std::vector<R>& got, const std::vector<R>& expected) {
    for (std::size_t r = 0; r < expected.size(); ++r)
        if (const auto found = support::same_bits(got[r], expected[r]); !found)
            return "result " + std::to_string(r) + " of " + std::to_string(expected.size()) + ": " +
                   found.difference;
    return {};
}

namespace detail {

/// For kinds that are computed in parts: the accumulator, and the number of items in a leaf.
template <class Kind, bool = Kind::joins>
struct part_of {
    using acc = std::decay_t<decltype(Kind::init())>;
    static constexpr index_t leaf =
        impulse::detail::leaf_of<decltype(Kind::op()), typename Kind::item>::value;
};
template <class Kind>
struct part_of<Kind, false> {
    using acc = char;
};

}  // namespace detail

template <class Kind>
struct material {
    using item = typename Kind::item;
    using second_item = typename Kind::second_item;
    using result = result_of<Kind>;
    using acc = typename detail::part_of<Kind>::acc;
    using part = impulse::forest<acc>;

    arrangement groups;
    std::vector<item> x;
    std::vector<second_item> y;  ///< for kinds with two inputs
    std::vector<result> expected;

    explicit material(const trial& t) : groups(arranged(t)) {
        const auto number = [&](index_t i, index_t salt) {
            return support::scatter(support::scatter(static_cast<std::uint64_t>(2 * t.seed + salt)) +
                                    static_cast<std::uint64_t>(i));
        };
        for (index_t i = 0; i < groups.values; ++i) x.push_back(Kind::make(number(i, 0), t.special != 0));
        const auto second_at = [&](index_t i) {
            const auto at = static_cast<std::size_t>(i);
            while (y.size() <= at) {
                const std::uint64_t n = number(std::ssize(y), 1);
                // About as many flags of a mask are set as the trial says.
                y.push_back(static_cast<second_item>(
                    Kind::is_beside == beside::mask ? n % 8 < static_cast<std::uint64_t>(t.seed % 9) : n));
            }
            return y[at];
        };
        if (Kind::takes_two && groups.values > 0) second_at(groups.values - 1);
        index_t row = 0;
        for (const auto& group : positions(groups)) {
            std::vector<item> of_x;
            std::vector<second_item> of_y;
            index_t index = 0;
            for (const index_t i : group) {
                of_x.push_back(x[static_cast<std::size_t>(i)]);
                if (Kind::takes_two)
                    of_y.push_back(second_at(Kind::is_beside == beside::vector  ? index
                                             : Kind::is_beside == beside::array ? place_beside(t, row, index)
                                                                                : i));
                ++index;
            }
            ++row;
            expected.push_back(Kind::expected(of_x, of_y));
        }
    }

    /// The distance of rows in a second array, and the position of item `i` of group `r` there.
    index_t pitch_beside(const trial& t) const { return groups.extents[3] + t.seed % 3; }
    index_t place_beside(const trial& t, index_t r, index_t i) const {
        return t.layout == columns ? i * pitch_beside(t) + r : r * pitch_beside(t) + i;
    }

    complaint compare(const std::vector<result>& got) const { return compared(got, expected); }

    /// Where parts begin and end: at random leaves.
    std::vector<index_t> cuts(const trial& t) const {
        dice d(t.seed);
        const auto n = static_cast<index_t>(x.size());
        std::vector<index_t> all{0, n};
        for (index_t i = 1; i < t.groups; ++i)
            all.push_back(d.between(0, n) / detail::part_of<Kind>::leaf * detail::part_of<Kind>::leaf);
        std::ranges::sort(all);
        return all;
    }

    /// Joins the parts in any order.
    result joined(const trial& t, std::vector<part> forests) const {
        dice d(t.seed);
        while (forests.size() > 1) {
            const auto left = forests.begin() + d.between(0, std::ssize(forests) - 2);
            *left = impulse::join(*left, *(left + 1), Kind::op());
            forests.erase(left + 1);
        }
        return forests.front().value(Kind::init(), Kind::op());
    }
};

}  // namespace fuzz
