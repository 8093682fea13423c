// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts of an input, in the place of a range: which items make which result.
#pragma once

#include <impulse/call/algorithm.hpp>
#include <impulse/config.hpp>
#include <impulse/layout/batches.hpp>
#include <impulse/layout/segments.hpp>

#include <iterator>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

template <class It, class Begins, class Ends>
auto make_segments(const input<It>& values, Begins begins, Ends ends, index_t count) {
    static_assert(
        std::is_integral_v<std::iter_value_t<Begins>> && std::is_integral_v<std::iter_value_t<Ends>>,
        "impulse: the offsets of segments must be integers");
    using layout = bounded_segments<Begins, Ends>;
    return input<It, layout>{values.first, {std::move(begins), std::move(ends), count, values.count()}};
}

}  // namespace detail

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
    return detail::input<it, detail::equal_batches>{all.first, {all.count() / length, length, length}};
}
/// The same for `count` groups from an iterator on.
template <input_iterator It>
auto batches(It first, index_t count, index_t length) {
    if (count < 0) detail::bad_argument("count", std::to_string(count), "0 or more groups");
    if (length < 1) detail::bad_argument("length", std::to_string(length), "1 or more items");
    return detail::input<It, detail::equal_batches>{first, {count, length, length}};
}

/// Groups of any length: group r has the items [offsets[r], offsets[r + 1]) of `values`, so that k + 1 offsets make k groups
/// (the rows of a sparse matrix in CSR form). A group without items gives `init`. Offsets are integers of any width, behind
/// pointers, ranges or iterators that compute them. The same bits as `reduce` of a group alone, whatever else there is.
///
/// On the host std::invalid_argument is thrown for offsets that decrease or lie outside [0, n]; on a GPU, where they are only
/// read when the work is done, these are undefined.
template <detail::input_range Values, detail::input_range Offsets>
auto segments(Values&& values, Offsets&& offsets) {
    const auto all = detail::to_input(values);
    const auto at = detail::to_input(offsets);
    if (at.count() < 1)
        detail::bad_argument("offsets", "an empty range", "one offset more than there are segments");
    const auto first = detail::unwrap(at.first);
    return detail::make_segments(all, first, first + 1, at.count() - 1);
}
/// The same where group r has the items [begins[r], ends[r]): in any order, with gaps between them, or items in common.
template <detail::input_range Values, detail::input_range Begins, detail::input_range Ends>
auto segments(Values&& values, Begins&& begins, Ends&& ends) {
    const auto all = detail::to_input(values);
    const auto from = detail::to_input(begins);
    const auto to = detail::to_input(ends);
    if (from.count() != to.count())
        detail::bad_argument("ends", "a range of " + std::to_string(to.count()) + " offsets",
                             "as many as begins has, " + std::to_string(from.count()));
    return detail::make_segments(all, detail::unwrap(from.first), detail::unwrap(to.first), from.count());
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
