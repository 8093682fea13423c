// SPDX-License-Identifier: Apache-2.0
// What the rows reduce: numbers are added, matrices multiplied. All results are exact.
#pragma once

#include <cstddef>
#include <functional>
#include <matrix.hpp>
#include <span>
#include <type_traits>
#include <vector>

namespace perf {

template <class Item>
inline constexpr bool is_number = std::is_arithmetic_v<Item>;

template <class Item>
using items_of = std::span<const Item>;

/// A sum of small integers needs a wider type.
template <class Item>
using value_of = std::conditional_t<std::is_integral_v<Item> && (sizeof(Item) < 4), int, Item>;

template <class Item>
using operator_of = std::conditional_t<is_number<Item>, std::plus<>, multiply>;

template <class Item>
constexpr value_of<Item> identity_of() {
    if constexpr (is_number<Item>)
        return 0;
    else
        return {1, 0, 0, 1};
}

/// Small integers of both signs, whose sums are exact in any grouping; or symmetries of the square.
template <class Item>
std::vector<Item> make_items(std::int64_t n) {
    std::vector<Item> items(static_cast<std::size_t>(n));
    std::uint32_t x = 1;
    for (Item& item : items) {
        x = x * 1664525 + 1013904223;
        if constexpr (is_number<Item>)
            item = static_cast<Item>(static_cast<int>((x >> 16) % 201) - 100);
        else
            item = symmetry_of_the_square(x >> 16);
    }
    return items;
}

}  // namespace perf
