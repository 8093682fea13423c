// SPDX-License-Identifier: Apache-2.0
// The ways to reduce a row's items, without those of OpenMP and Thrust. All of them are compiled by the same
// compiler with the same options.
#pragma once

#include <execution>
#include <impulse/reduce.hpp>
#include <numeric>

#include "items.hpp"

namespace perf {

template <class Item>
using impulse_operator = std::conditional_t<is_number<Item>, impulse::plus, multiply>;

template <class Item>
value_of<Item> by_the_tree(items_of<Item> x) {
    return impulse::reduce(x, identity_of<Item>(), impulse::ordered(impulse_operator<Item>{}));
}

/// Sums of integers are reordered by default.
template <class Item>
value_of<Item> reordered(items_of<Item> x) {
    if constexpr (std::is_integral_v<Item>)
        return impulse::reduce(x, identity_of<Item>());
    else
        return impulse::reduce(x, identity_of<Item>(), impulse::unordered(impulse_operator<Item>{}));
}

template <class Item>
value_of<Item> plain_loop(items_of<Item> x) {
    value_of<Item> result = identity_of<Item>();
    for (const Item& item : x) result = operator_of<Item>{}(result, item);
    return result;
}

template <class Item>
value_of<Item> std_par_unseq(items_of<Item> x) {
    return std::reduce(std::execution::par_unseq, x.begin(), x.end(), identity_of<Item>(),
                       operator_of<Item>{});
}

}  // namespace perf
