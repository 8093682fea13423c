// SPDX-License-Identifier: Apache-2.0
// Numbers of items at which the work is split differently, and the serial fold that checks the results.
#pragma once

#include <impulse/config.hpp>
#include <seed.hpp>

#include <algorithm>
#include <utility>

namespace support {

using impulse::index_t;

/// None, one, fewer items than workers, numbers around one tile, around a tile for each worker and around a
/// few of them; then some random ones. Sorted, without duplicates.
template <class Random>
std::vector<index_t> size_classes(index_t workers, index_t tile, Random& random) {
    const index_t round = workers * tile;
    std::vector<index_t> sizes{0, 1, 2, 3, workers / 2};
    for (const index_t near : {workers, tile, 2 * tile, round, 2 * round, 5 * round})
        for (const index_t off : {-1, 0, 1}) sizes.push_back(near + off);
    for (const index_t most : {tile, round, 4 * round}) sizes.push_back(random_between(random, 1, most));
    std::erase_if(sizes, [](index_t n) { return n < 0; });
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

/// The items at the positions 0 to n - 1, in a vector.
template <class Make>
auto make_items(index_t n, const Make& make) {
    std::vector<decltype(make(index_t{}))> items;
    items.reserve(static_cast<std::size_t>(n));
    for (index_t i = 0; i < n; ++i) items.push_back(make(i));
    return items;
}

/// The oracle: init ∘ x0 ∘ … ∘ xn-1, one after another.
template <class Acc, class Items, class Op>
Acc fold_serially(const Items& items, Acc init, Op op) {
    for (const auto& item : items) init = static_cast<Acc>(op(std::move(init), item));
    return init;
}

}  // namespace support
