// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts of an input, in the place of a range: which items make which result.
#pragma once

#include <impulse/call/algorithm.hpp>
#include <impulse/config.hpp>
#include <impulse/layout/batches.hpp>

#include <iterator>
#include <ranges>
#include <string>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Groups of `length` consecutive items, one after the other; the number of items must be a multiple of it. Group g
/// gives result g, by the tree over its own items: the same bits as `reduce` of them alone, whatever else is in the batch.
/// Throws std::invalid_argument where the length is not positive or does not divide the number of items.
template <detail::input_range Range>
auto batches(Range&& range, index_t length) {
    const auto all = detail::to_input(range);
    if (length < 1) detail::bad_argument("length", std::to_string(length), "1 or more items");
    if (all.count() % length != 0)
        detail::bad_argument("range", "of " + std::to_string(all.count()) + " items",
                             "a multiple of the batches' length, " + std::to_string(length));
    using it = typename decltype(all)::iterator;
    return detail::input<it, detail::equal_batches>{all.first, {all.count() / length, length}};
}
/// The same for `count` groups from an iterator on.
template <input_iterator It>
auto batches(It first, index_t count, index_t length) {
    if (count < 0) detail::bad_argument("count", std::to_string(count), "0 or more groups");
    if (length < 1) detail::bad_argument("length", std::to_string(length), "1 or more items");
    return detail::input<It, detail::equal_batches>{first, {count, length}};
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
