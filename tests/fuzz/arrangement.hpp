// SPDX-License-Identifier: Apache-2.0
// Which items form which group, derived from the numbers of a trial.
#pragma once

#include "trial.hpp"

#include <arrays.hpp>

#include <algorithm>

namespace fuzz {

/// The type of offsets, counts and keys.
using offset = int;

struct arrangement {
    index_t values = 0;          ///< items of the input
    std::vector<offset> begins;  ///< where groups of contiguous items begin
    std::vector<offset> ends;
    std::vector<offset> keys;                     ///< of runs of equal keys
    std::array<index_t, 4> extents{}, strides{};  ///< of arrays
    unsigned reduced = 0;                         ///< the axes that make a group

    std::vector<offset> first_keys() const {
        std::vector<offset> all;
        for (const offset begin : begins) all.push_back(keys[static_cast<std::size_t>(begin)]);
        return all;
    }
};

/// The random number of items of group `r`, at most t.length.
inline index_t length_of(const trial& t, index_t r) {
    dice d(t.seed + 7919 * r);
    const index_t most = t.length;
    switch (t.lengths) {
        case 0:
            return most;
        case 1:
            return d.between(0, most);
        case 2:
            return d.one_in(100) ? d.between(0, most) : std::min(most, d.between(0, 4));
        case 3:
            return d.between(0, d.of_any_size(most));
        case 4:
            return r % 37 == 5 ? most : std::min(most, d.between(0, 3));
        case 5:
            return d.one_in(2) ? 0 : d.between(0, most);
        case nearly_equal:
            return d.one_in(150) ? d.between(0, most) : most;
        default:
            return std::clamp<index_t>((index_t{1} << d.between(0, 20)) + d.between(-1, 1), 0, most);
    }
}

namespace detail {

/// Adjacent groups, from item `first` on.
inline void follow(arrangement& a, const trial& t, index_t first, bool with_empty) {
    a.values = first;
    for (index_t r = 0; r < t.groups; ++r) {
        const index_t length = length_of(t, t.skip + r);
        if (length == 0 && !with_empty) continue;
        a.begins.push_back(static_cast<offset>(a.values));
        a.ends.push_back(static_cast<offset>(a.values += length));
    }
}

/// Segments in any order, with gaps and overlaps.
inline void scatter(arrangement& a, const trial& t) {
    a.values = t.length + t.groups * mean_length(t.lengths, t.length) / 2;
    for (index_t r = t.skip; r < t.skip + t.groups; ++r) {
        const index_t begin = dice(t.seed - 1 - r).between(0, a.values);
        a.begins.push_back(static_cast<offset>(begin));
        a.ends.push_back(static_cast<offset>(std::min(a.values, begin + length_of(t, r))));
    }
}

/// Two axes whose extents multiply to about the number of groups, and two that multiply to about their
/// length. They are in any order in memory, some with gaps.
inline void cross(arrangement& a, const trial& t) {
    dice d(t.seed);
    const index_t outer = t.groups == 0 ? 1 : d.of_any_size(t.groups - 1) + 1;
    const index_t above = t.length == 0 ? 0 : d.of_any_size(t.length - 1) + 1;
    a.extents = {outer, above, t.groups / outer, above == 0 ? 3 : t.length / above};
    a.reduced = 0b1010;
    std::array<std::size_t, 4> fastest_first{3, 2, 1, 0};
    if (d.one_in(2))
        for (std::size_t i = 4; i > 1; --i) std::swap(fastest_first[i - 1], fastest_first[d.bits() % i]);
    index_t stride = d.one_in(6) ? 2 : 1;
    for (const std::size_t axis : fastest_first) {
        a.strides[axis] = d.one_in(20) ? 0 : stride;
        stride *= std::max<index_t>(1, a.extents[axis]);
        if (d.one_in(3)) stride += t.gap;
    }
}

}  // namespace detail

inline arrangement arranged(const trial& t) {
    arrangement a;
    const auto matrix = [&](index_t height, index_t width, index_t padding, unsigned reduced) {
        a.extents = {1, 1, height, width};
        a.strides = {0, 0, width + padding, 1};
        a.reduced = reduced;
    };
    switch (t.layout) {
        case batches:
            matrix(t.groups, std::max<index_t>(1, t.length), 0, 0b1000);
            break;
        case rows:
            matrix(t.groups, t.length, t.gap, 0b1000);
            break;
        case columns:
            matrix(t.length, t.groups, t.gap, 0b0100);
            break;
        case axes:
            detail::cross(a, t);
            break;
        case segments:
            detail::follow(a, t, t.gap, true);
            a.values += t.gap;
            break;
        case scattered:
            detail::scatter(a, t);
            break;
        case by_key:
            detail::follow(a, t, 0, false);
            for (std::size_t r = 0; r < a.ends.size(); ++r)
                a.keys.resize(static_cast<std::size_t>(a.ends[r]),
                              static_cast<offset>(7 - r % 3 - 40 * (r % 2)));
            break;
        default:  // one result
            a.values = t.length;
            a.begins = {0};
            a.ends = {static_cast<offset>(t.layout == counted ? length_of(t, 0) : t.length)};
    }
    if (a.reduced != 0) {
        a.values = 1;
        for (std::size_t i = 0; i < 4; ++i) a.values += (a.extents[i] - 1) * a.strides[i];
        if (std::ranges::count(a.extents, 0) > 0) a.values = 0;
    }
    return a;
}

/// The positions of all items of each group.
inline std::vector<std::vector<index_t>> positions(const arrangement& a) {
    std::vector<std::vector<index_t>> groups;
    if (a.reduced != 0) {
        struct offsets {
            using element_type = const index_t;
            using data_handle_type = const index_t*;
            index_t access(const index_t*, std::size_t i) const { return static_cast<index_t>(i); }
        };
        return support::groups_of(
            support::array_view<const index_t, 4, offsets>{nullptr, a.extents, a.strides}, a.reduced);
    }
    for (std::size_t r = 0; r < a.begins.size(); ++r) {
        groups.emplace_back();
        for (index_t i = a.begins[r]; i < a.ends[r]; ++i) groups.back().push_back(i);
    }
    return groups;
}

}  // namespace fuzz
