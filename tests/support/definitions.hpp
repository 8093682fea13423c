// SPDX-License-Identifier: Apache-2.0
// What results are by definition, written independently of the library.
#pragma once

#include <impulse/config.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace support {

using impulse::index_t;

/// The tree: T(lo, hi).
template <class Acc, class Items, class Op>
Acc node_by_definition(const Items& items, index_t lo, index_t hi, const Op& op) {
    if (hi - lo == 1) return static_cast<Acc>(items[static_cast<std::size_t>(lo)]);
    index_t half = 1;
    while (2 * half < hi - lo) half *= 2;
    Acc left = node_by_definition<Acc>(items, lo, lo + half, op);
    return static_cast<Acc>(op(std::move(left), node_by_definition<Acc>(items, lo + half, hi, op)));
}

template <class Items, class Acc, class Op>
Acc tree_by_definition(const Items& items, Acc init, const Op& op) {
    const auto n = static_cast<index_t>(items.size());
    if (n == 0) return init;
    return static_cast<Acc>(op(std::move(init), node_by_definition<Acc>(items, 0, n, op)));
}

/// The tree under a mask: an item that is masked out is an empty place.
template <class Type, class Flag, class Op>
std::optional<Type> masked_by_definition(const std::vector<Type>& x, const std::vector<Flag>& mask,
                                         const Op& op, std::size_t begin, std::size_t end) {
    if (begin == end) return std::nullopt;
    if (end - begin == 1) return mask[begin] != 0 ? std::optional(x[begin]) : std::nullopt;
    std::size_t half = 1;
    while (2 * half < end - begin) half *= 2;
    const auto left = masked_by_definition(x, mask, op, begin, begin + half);
    const auto right = masked_by_definition(x, mask, op, begin + half, end);
    if (!left) return right;
    return right ? std::optional(static_cast<Type>(op(*left, *right))) : left;
}

/// The items, with another value in place of each NaN.
template <class Value, class Item>
std::vector<Value> replaced(const std::vector<Item>& x, Value in_place_of_nan) {
    std::vector<Value> y;
    for (const Item each : x) y.push_back(each != each ? in_place_of_nan : static_cast<Value>(each));
    return y;
}

/// The index of the first number that no other number precedes; n if there is none.
template <class Item, class Before>
index_t first_extreme(const std::vector<Item>& x, const Before& before) {
    std::size_t best = x.size();
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] == x[i] && (best == x.size() || before(x[i], x[best]))) best = i;
    return static_cast<index_t>(best);
}

}  // namespace support
