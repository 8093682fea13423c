// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global`: treats the rows of all ranks as one matrix, and the items of all ranks as one range.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/detail/distributed/columns_of_ranks.hpp>
#include <impulse/detail/distributed/runs_of_ranks.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/layout_makers.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/layouts.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

template <class Array>
struct global_rows {
    static_assert(
        array_like<Array>,
        "impulse: the argument of global is a range, or an array whose first axis has this rank's rows: a "
        "matrix_view{first, rows, columns}, an mdspan");
    Array array;
};

template <class It, int Kept>
struct columns_of_all {
    It first;
    global_columns<Kept> layout;
    auto input_for(const auto&) const { return input<It, global_columns<Kept>>{first, layout}; }
};
template <class It, std::size_t Rank>
auto columns_of_all_rows(const strided_array<It, Rank>& array) {
    const auto own = detail::groups_along<1>(array);
    constexpr int kept = Rank > 1 ? static_cast<int>(Rank) - 1 : 1;
    columns_of_all<It, kept> all{own.first, {{own.groups, own.along}}};
    for (std::size_t d = 1; d < Rank; ++d) all.layout.extents[d - 1] = array.axes[d].extent;
    return all;
}

template <class Param>
struct global_items {
    stored<Param> kept;
};

/// The array of this rank's rows. Some arrays are also ranges.
template <class Array>
const Array& own_rows_of(const global_rows<Array>& rows) {
    return rows.array;
}
template <class Param>
requires array_like<std::remove_cvref_t<Param>>
const auto& own_rows_of(const global_items<Param>& rows) { return rows.kept.get(); }
template <class Part>
concept global_array = requires(const Part& part) {
    detail::own_rows_of(part);
};

template <class Equal>
struct global_runs_of {
    key_runs_of<Equal> own;
    template <class Keys, class It>
    auto operator()(const input<Keys>& keys, const input<It>& all) const {
        auto made = own(keys, all);
        if constexpr (is_refusal<decltype(made)>)
            return made;
        else
            return input<It, global_runs<decltype(made.layout)>>{made.first, {std::move(made.layout)}};
    }
};

}  // namespace detail

/// columns(global(rows)): the columns of a matrix whose rows are distributed over all ranks of a policy
/// `.on(impulse::ranks(comm))`, in the order of ranks. `rows` is this rank's part; it may have any number of
/// rows, also none. `reduce_into(policy, columns(global(rows)), out, init, op)` gives each rank one result
/// for each column (an all-reduce of gradients, for example). It reduces by the tree over all rows, so the
/// bits are those of `columns` of the whole matrix on one machine, for any number of ranks and any
/// distribution of rows. With `.root(r)` only rank r gets the results; with `.scattered()` each rank gets
/// those of its shard, as with `elementwise`. Without `global` each rank reduces the columns of its own rows.
/// `rows` may be an array with more dimensions, whose first axis has the rows: axes<0>(global(array)).
///
/// Requires: an operator without positions; rows in host memory, with the same extents on all ranks; an `out`
/// that is a pointer or a contiguous iterator to objects of the result's type and does not overlap items of
/// the rows (it may be in gaps between them); a transport with `all_to_all`. The index of each rank's first
/// row is a multiple of the operator's leaf; for the library's operators (`moments`, `variance`) a part may
/// begin at any row.
/// Complexity: that of `columns` of the rank's rows. A rank with r rows sends (R-1)/R of at most 2 log₂ r
/// rows of accumulators: one row if the rank's rows are a whole subtree (a power of two of rows, from a
/// multiple of that power on); for `moments` and similar operators one more for each row of an incomplete
/// leaf, up to 62. It also sends (R-1)/R of the results, and 8 bytes for each 128 KiB of columns to report
/// exceptions.
/// Memory: three times these rows of accumulators, for at most 128 KiB of columns at a time.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root,
/// number of columns or extents, and rank_error if one of them has thrown (`out` is then not valid). A rank
/// throws if `out` overlaps its rows.
template <class Array>
requires(!detail::layout_range<const Array&>) auto global(const Array& rows) {
    return detail::global_rows<Array>{rows};
}

/// The groups along the first axis of the array whose rows are distributed over all ranks,
/// `axes<0>(global(array))`: one result for each position of the other axes.
/// Otherwise the same as `global`.
template <int... Axis, detail::global_array Part>
auto axes(const Part& all) {
    static_assert((sizeof...(Axis) == 1) && ((Axis == 0) && ...),
                  "impulse: global(array) is reduced only along its first axis: axes<0>(global(array))");
    return detail::columns_of_all_rows(detail::to_array(detail::own_rows_of(all)));
}
/// The columns of the rows of all ranks: `axes<0>` of a matrix.
/// Otherwise the same as `global`.
template <detail::global_array Part>
auto columns(const Part& all) {
    static_assert(detail::rank_of<std::remove_cvref_t<decltype(detail::own_rows_of(all))>> == 2,
                  "impulse: a matrix has 2 dimensions");
    return impulse::axes<0>(all);
}

/// by_key(global(keys), global(x)[, equal]): the runs of adjacent equal keys in the ranges of all ranks of a
/// policy `.on(impulse::ranks(comm))`, one after another in the order of ranks. `keys` and `x` are this
/// rank's parts, which may have any length and may be empty. A run may extend over several ranks. It is
/// reduced by the tree over its own items, so its bits are those of `by_key` of the whole range on one
/// machine, for any number of ranks and any lengths of parts. A run belongs to the rank where it begins: that
/// rank gets the result and the key, and each rank counts the runs that begin in its part. So the outputs of
/// all ranks, one after another, are those of one machine. Without `global` each rank reduces the runs of its
/// own range.
///
/// Requires: keys and accumulators that are trivially copyable and mean the same in every process (no
/// pointers, no std::string_view); the same `equal` on all ranks, including its state; keys and items in host
/// memory, or computed on the host; `out` and keys_out with space for one result per key, which do not
/// overlap keys and items; a transport with `all_to_all`. If the operator has leaves of several items, a part
/// that continues a run begins at a multiple of the leaf in that run; for the library's operators (`moments`,
/// `variance`) it may begin anywhere.
/// Complexity: that of `by_key` of the rank's items; the keys of the first and the last run are compared up
/// to four times more. A rank that continues a run sends at most 126 accumulators (188 for `moments` and
/// similar operators) to the run's owner. Six collectives.
/// Memory: two forests of so many accumulators, and one forest for each rank that continues the last run;
/// some 100 bytes and two keys for each rank.
/// Throws: on all ranks std::invalid_argument if they disagree on the types of keys or values, operator or
/// initial value, and rank_error if one of them has thrown (outputs are then not valid). A rank throws if
/// outputs that are pointers overlap its keys or items.
/// Otherwise the same as `global`.
template <detail::layout_range Range>
auto global(Range&& range) {
    return detail::global_items<Range&&>{detail::stored<Range&&>(std::forward<Range>(range))};
}

/// The runs of the keys of all ranks.
/// Otherwise the same as `global`.
template <class Keys, class Values, class Equal = detail::equal>
auto by_key(detail::global_items<Keys> keys, detail::global_items<Values> values, Equal equal = {}) {
    detail::global_runs_of<Equal> make{{std::move(equal)}};
    using made = decltype(make(detail::to_input(keys.kept.get()), detail::to_input(values.kept.get())));
    if constexpr (detail::is_refusal<made>)
        return made{};
    else
        return detail::stored_layout<detail::global_runs_of<Equal>, Keys, Values>(
            std::move(make), {std::move(keys.kept), std::move(values.kept)});
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
