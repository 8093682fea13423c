// SPDX-License-Identifier: Apache-2.0
/// \file
/// `where`: takes only the items of a range whose mask is true.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>
#include <impulse/detail/frontend/where_iterator.hpp>
#include <impulse/error.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(where_arguments,
                "impulse: the arguments are where(range, mask) or where(first, mask): a random-access range "
                "of known length, or an iterator, and the same for flags that convert to bool; a list in "
                "braces needs a name");

template <class It>
concept mask_iterator = input_iterator<It> && std::is_constructible_v < bool,
        const std::iter_value_t<It>
& > ;
template <class Range>
concept mask_range = layout_range<Range> && requires(std::remove_reference_t<Range>& range) {
    { std::ranges::begin(range) } -> mask_iterator;
};

}  // namespace detail

/// The result of `where`: a range of items under a mask. It is a view. It refers to named containers, copies
/// views, and owns temporary containers; if it owns one, it can be moved, but not copied.
///
/// Requires: a random-access range and a mask at least as long; named containers outlive the view.
/// Complexity: constant.
/// Memory: none, except for the containers that it owns.
/// Throws: std::invalid_argument when it is read, if the mask is shorter than the range.
template <class Range, class Mask>
class where_view {
    template <class Param>
    using first_of = decltype(std::ranges::begin(std::declval<const detail::stored<Param>&>().get()));

  public:
    using iterator = detail::where_iterator<first_of<Range>, first_of<Mask>>;

    where_view(Range range, Mask mask) : range_(static_cast<Range>(range)), mask_(static_cast<Mask>(mask)) {}

    iterator begin() const { return {std::ranges::begin(range_.get()), std::ranges::begin(mask_.get())}; }
    iterator end() const {
        const index_t n = where_view::length(range_.get()), flags = where_view::length(mask_.get());
        if (flags < n)
            detail::bad_argument({"mask has ", {flags, "flag"}, ", but the range has ", {n, "item"}});
        return begin() + static_cast<typename iterator::difference_type>(n);
    }

  private:
    static index_t length(auto& items) {
        return static_cast<index_t>(std::ranges::end(items) - std::ranges::begin(items));
    }

    detail::stored<Range> range_;
    detail::stored<Mask> mask_;
};

/// where(x, mask): the items x_i whose mask_i is true. Pass it in place of the range x: sum(where(x, mask)),
/// mean(rows(matrix_view{where(p, q), 3, 4})), reduce(by_key(keys, where(x, mask)), op). `mask` is a range of
/// flags at least as long as x. If both are iterators, the result is an iterator.
///
/// Every item keeps its index. An item that is masked out leaves an empty place in the tree: a node of an
/// empty place and a value is that value, and a node of two empty places is empty. So the bits depend only on
/// the items that take part, on their indices and on the number of all items; a mask that is true everywhere
/// changes no bit. Operators need no identity. Counts and means are those of the items that take part.
/// `argmin` and similar algorithms return indices in x (`min_loc` returns indices among the items that take
/// part). If no item takes part, the result is that for no items: `init`, `empty_value`, or nothing.
/// Functions are not called with items that are masked out, but these items are read.
///
/// Requires: flags that convert to bool. It can be the first input of a call (`dot(where(x, mask), y)` leaves
/// out pairs), or the values of a layout, but not the input of `tree_fold`, `reduce_part`,
/// `running_reduction` and `find_nonassociative`. On a GPU flags in memory that the GPU can read.
/// Complexity: constant; a call reads all items and flags, and joins the items that take part.
/// Memory: none, except for temporary containers, which it owns.
/// Throws: std::invalid_argument when it is read, if the mask is shorter than the range.
/// Otherwise the same as `batches`.
template <detail::layout_range Range, detail::mask_range Mask>
auto where(Range&& range, Mask&& mask) {
    if constexpr (detail::has_mask<Range>)
        return detail::refusal<detail::mask_has_no_use>{};
    else
        return where_view<Range&&, Mask&&>(std::forward<Range>(range), std::forward<Mask>(mask));
}
template <input_iterator It, detail::mask_iterator Mask>
auto where(It first, Mask mask) {
    if constexpr (detail::has_mask<It>)
        return detail::refusal<detail::mask_has_no_use>{};
    else
        return detail::where_iterator<It, Mask>(std::move(first), std::move(mask));
}
inline detail::refusal<detail::where_arguments> where(detail::anything = {}, detail::anything = {},
                                                      detail::anything = {}) {
    return {};
}

}  // namespace impulse

template <class Range, class Mask>
inline constexpr bool std::ranges::enable_view<impulse::where_view<Range, Mask>> = true;
template <class Range, class Mask>
inline constexpr bool std::ranges::enable_borrowed_range<impulse::where_view<Range, Mask>> =
    impulse::detail::outlives_call<Range>&& impulse::detail::outlives_call<Mask>;

#include <impulse/detail/base/end.hpp>
