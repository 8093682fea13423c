// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts, which are passed in place of a range: they say which items belong to which result.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/layout_makers.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

// Reports arguments that no form of a layout takes; the last overload takes anything.
IMPULSE_REFUSAL(batches_arguments,
                "impulse: the arguments are batches(range, length) or batches(first, count, length): a "
                "random-access range of known length, or an iterator, and integers; a list in braces needs "
                "a name");
IMPULSE_REFUSAL(segments_arguments,
                "impulse: the arguments are segments(values, offsets) or segments(values, begins, ends): "
                "random-access ranges of known length; or segments(first, offsets, count[, items]): two "
                "iterators and integers; a list in braces needs a name");
IMPULSE_REFUSAL(
    counted_arguments,
    "impulse: the arguments are counted(values, count[, most]): a random-access range of known length, "
    "or with 'most' also an iterator, and a pointer to an integer, which is read when the work is done; "
    "a list in braces needs a name");
IMPULSE_REFUSAL(
    by_key_arguments,
    "impulse: the arguments are by_key(keys, values[, equal]): random-access ranges of known length, or "
    "both of them global(range), and a predicate; a list in braces needs a name");

}  // namespace detail

/// Groups of `length` consecutive items, one after another; the number of items must be a multiple of
/// `length`. Group g is reduced to result g by the tree over its own items, so the result has the bits of
/// `reduce` of that group alone, whatever the other groups contain.
///
/// A layout refers to a named container, and to a named view that cannot be copied (unless std::move passes
/// it). It copies other views (a span, a transform). It owns a temporary container; then the layout can be
/// moved, but not copied. This holds for all layouts.
///
/// Requires: named containers and memory outlive the reduction. On a GPU no temporary containers, and no
/// views whose iterators refer to the view: both are compile errors.
/// Complexity: constant. A reduction of a layout takes as many applications of `op` as there are items.
/// Memory: none, except for the containers that it owns.
/// Throws: std::invalid_argument if the length is not positive, if the number of items is not a multiple of
/// it, or if groups would end after item 2^62.
template <detail::layout_range Range>
auto batches(Range&& range, index_t length) {
    return detail::make_layout(detail::batches_of{length}, std::forward<Range>(range));
}
/// The same for `count` groups from an iterator.
template <input_iterator It>
auto batches(It first, index_t count, index_t length) {
    if (count < 0) detail::bad_argument({"count is ", count, "; it must be 0 or more"});
    if (length < 1) detail::bad_argument({"length is ", length, "; it must be 1 or more"});
    if (const index_t most = (index_t{1} << 62) / length; count > most)
        detail::bad_argument({"count is ", count, "; it must be at most ", most,
                              ", so that the batches end at item 2^62 or before"});
    return detail::make_batches(std::move(first), count, length);
}
inline detail::refusal<detail::batches_arguments> batches(detail::anything = {}, detail::anything = {},
                                                          detail::anything = {}, detail::anything = {}) {
    return {};
}

/// Groups of any length. Group r has the items [offsets[r], offsets[r + 1]) of `values`, so k + 1 offsets
/// make k groups (the rows of a sparse matrix in CSR form). The result of an empty group is `init`. Offsets
/// are integers of any width. Like the values they are in a range, such as a std::span over pointers or a
/// subrange of iterators that compute them. Each result has the bits of `reduce` of that group alone,
/// whatever the other groups contain.
///
/// Requires: offsets that do not decrease, within [0, n]. On a GPU other offsets are undefined behavior,
/// except with `.checked()`.
/// Memory: none; a reduction on a GPU needs a list of the subtrees of long segments.
/// Throws: std::invalid_argument if there are no offsets, or if the numbers of begins and ends differ. The
/// reduction throws it for offsets that decrease or are outside [0, n]: on the host always; on a GPU, which
/// reads offsets only when the work runs, with `.checked()`.
/// Otherwise the same as `batches`.
template <detail::layout_range Values, detail::layout_range Offsets>
auto segments(Values&& values, Offsets&& offsets) {
    return detail::make_layout(detail::segments_of{}, std::forward<Values>(values),
                               std::forward<Offsets>(offsets));
}
/// The same, but group r has the items [begins[r], ends[r]). Groups may be in any order, with gaps or
/// overlaps.
template <detail::layout_range Values, detail::layout_range Begins, detail::layout_range Ends>
auto segments(Values&& values, Begins&& begins, Ends&& ends) {
    return detail::make_layout(detail::segments_of{}, std::forward<Values>(values),
                               std::forward<Begins>(begins), std::forward<Ends>(ends));
}
/// The same for `count` segments given by pointers or other iterators: `count` + 1 offsets from `offsets` on,
/// and `items` values. Without `items` the last offset is the number of values, which a call on the host
/// reads. A call on a GPU does not wait for that offset, so it needs `items`.
template <input_iterator It, input_iterator Offsets>
auto segments(It values, Offsets offsets, index_t count, index_t items) {
    if (count < 0) detail::bad_argument({"count is ", count, "; it must be 0 or more"});
    if (items < 0) detail::bad_argument({"items is ", items, "; it must be 0 or more"});
    return detail::make_segments_between(std::move(values), std::move(offsets), count, items);
}
template <input_iterator It, input_iterator Offsets>
auto segments(It values, Offsets offsets, index_t count) {
    if (count < 0) detail::bad_argument({"count is ", count, "; it must be 0 or more"});
    return detail::segments_to_last_offset<It, Offsets>{std::move(values), std::move(offsets), count};
}
inline detail::refusal<detail::segments_arguments> segments(detail::anything = {}, detail::anything = {},
                                                            detail::anything = {}, detail::anything = {}) {
    return {};
}

/// One group: the first `*count` of the values. The count is read when the work runs, so other work, such as
/// a filter or `by_key`, may write it before. `count` is a pointer or an iterator to an integer. There are at
/// most `most` values (by default the length of the range).
///
/// Requires: a count in [0, most], of an integer type. On a GPU a count outside is clamped, except with
/// `.checked()`.
/// Memory: none; a reduction has the memory and launches of `most` values.
/// Throws: std::invalid_argument if `most` is negative or more than the number of values. The reduction
/// throws it for a count outside [0, most]: on the host always, on a GPU with `.checked()`.
/// Otherwise the same as `batches`.
template <class Values, class Count>
requires((detail::layout_range<Values> || input_iterator<std::remove_cvref_t<Values>>)&&std::is_integral_v<
         std::iter_value_t<Count>>) auto counted(Values&& values, Count count, index_t most) {
    if (most < 0) detail::bad_argument({"most is ", most, "; it must be 0 or more"});
    if constexpr (detail::layout_range<Values>) {
        return detail::make_layout(detail::counted_of<Count>{std::move(count), most},
                                   std::forward<Values>(values));
    } else {
        return detail::make_counted(std::remove_cvref_t<Values>(values), std::move(count), most);
    }
}
template <detail::layout_range Values, class Count>
requires std::is_integral_v<std::iter_value_t<Count>>
auto counted(Values&& values, Count count) {
    return detail::make_layout(detail::all_counted_of<Count>{std::move(count)}, std::forward<Values>(values));
}
inline detail::refusal<detail::counted_arguments> counted(detail::anything = {}, detail::anything = {},
                                                          detail::anything = {}, detail::anything = {}) {
    return {};
}

namespace detail {
IMPULSE_REFUSAL(array_is_none,
                "impulse: expected an array: a matrix_view, or anything with mdspan's extents, strided "
                "mapping and accessor");
}  // namespace detail

/// Runs of adjacent items with equal keys; each run is a group. Key i is the key of item i, and `equal(left,
/// right)`, called through a const reference, tells whether two adjacent items belong to one run. There are
/// as many keys as values. Each result has the bits of `reduce` of that run alone.
///
/// The number of runs is known only when the work is done. `by_key(...).into(keys_out, count_out)` is the
/// same layout with outputs: a call writes the first key of run r to keys_out[r] and the number of runs to
/// *count_out.
///
/// Requires: an `equal` that can be copied; outputs with space for as many runs as there are items, unless
/// the caller knows a smaller bound. On a GPU trivially copyable keys of at most 256 bytes.
/// Memory: none; for the memory of a reduction see `reduce_by_key_into`.
/// Throws: std::invalid_argument if the numbers of keys and values differ.
/// Otherwise the same as `batches`.
template <detail::layout_range Keys, detail::layout_range Values, class Equal = detail::equal>
auto by_key(Keys&& keys, Values&& values, Equal equal = {}) {
    return detail::make_layout(detail::key_runs_of<Equal>{std::move(equal)}, std::forward<Keys>(keys),
                               std::forward<Values>(values));
}
inline detail::refusal<detail::by_key_arguments> by_key(detail::anything = {}, detail::anything = {},
                                                        detail::anything = {}, detail::anything = {}) {
    return {};
}

/// The groups of an array of up to 5 dimensions, reduced along the axes `I...`: one result for each position
/// of the other axes, in their order, with the last axis fastest. Within a group the last of the reduced axes
/// is also the fastest, whatever the order in which they are named. The array is a `matrix_view`, or any type
/// with mdspan's extents, mapping and accessor. Its layout may be any with strides (right, left, strided,
/// padded; a stride of 0 repeats items), and it may be a part of another array (submdspan). The same items
/// have the same bits in any memory layout.
///
/// Throws: std::invalid_argument if a 64-bit index cannot count the items, if an extent or a stride is
/// negative, or if a mapping has no strides.
/// Otherwise the same as `batches`.
template <int... Axis, class Array>
auto axes(const Array& array) {
    if constexpr (!detail::array_like<Array>) {
        return detail::refusal<detail::array_is_none>::template say<Array>();
    } else {
        constexpr int rank = detail::rank_of<Array>;
        static_assert(rank >= 1 && rank <= 5, "impulse: arrays have 1 to 5 dimensions here");
        static_assert(sizeof...(Axis) > 0, "impulse: name the axes that are reduced: axes<0>(array)");
        static_assert(((Axis >= 0 && Axis < rank) && ...),
                      "impulse: an axis is a number below the array's rank");
        constexpr unsigned mask = (0u | ... | (1u << (Axis & 31)));
        static_assert(__builtin_popcount(mask) == sizeof...(Axis), "impulse: an axis is named twice");
        return detail::groups_along<mask>(detail::to_array(array));
    }
}

/// The rows of a matrix; each row is a group: `axes<1>`.
/// Otherwise the same as `axes`.
template <class Matrix>
auto rows(const Matrix& matrix) {
    static_assert(detail::rank_of<Matrix> == 2, "impulse: a matrix has 2 dimensions");
    return impulse::axes<1>(matrix);
}

/// The columns of a matrix; each column is a group: `axes<0>`.
/// Otherwise the same as `axes`.
template <class Matrix>
auto columns(const Matrix& matrix) {
    static_assert(detail::rank_of<Matrix> == 2, "impulse: a matrix has 2 dimensions");
    return impulse::axes<0>(matrix);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
