// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global`: the rows of all ranks as one matrix, and their items as one range.
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
#include <impulse/detail/layout/global_columns.hpp>
#include <impulse/detail/layout/global_runs.hpp>
#include <impulse/layouts.hpp>

#include <cstddef>
#include <tuple>
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
    template <class Policy>
    auto input_for(const Policy&) const {
        return input<It, global_columns<Kept>>{first, layout};
    }
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

/// The array of this rank's rows; some arrays are ranges too.
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

/// columns(global(rows)): the columns of the matrix that has the rows of all ranks of a policy
/// `.on(impulse::ranks(comm))`, in the order of ranks; `rows` is this rank's part, of any number of rows,
/// also none. `reduce_into(policy, columns(global(rows)), out, init, op)` gives each rank a result for each
/// column (an all-reduce of gradients, say): by the tree over all rows, so that the bits do not depend on the
/// number of ranks or on which rank has which rows, and are those of `columns` of the whole matrix on one
/// machine. By `.root(r)` rank r alone gets the results; by `.scattered()` each rank those of its shard, as
/// of `elementwise`. Without `global` the columns of each rank's rows are its own. `rows` may be an array of
/// more dimensions, whose first axis has the rows: axes<0>(global(array)).
///
/// Requires: an operator without positions; rows in memory of the host; rows of the same extents on all
/// ranks; `out`, a pointer or a contiguous iterator to objects of the result's own type, apart from the rows
/// (it may lie between them); a transport with `all_to_all`. The operator's leaf divides the index of each
/// rank's first row; of the library's own (`moments`, `variance`) rows may be cut anywhere.
/// Complexity: that of `columns` of the rank's rows; a rank with r rows sends at most 2 log₂ r rows of
/// accumulators (one, if its rows are whole subtrees: a power of two, from a multiple of it on; of `moments`
/// and its kin one more for each row of a leaf that is cut, up to 62), (R-1)/R of each, and as much of the
/// results; and 8 bytes for each 128 KiB of columns, which tell of exceptions.
/// Memory: those rows of accumulators, of at most 128 KiB of columns at a time, three times.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root,
/// number of columns or extents, and rank_error if one of them has thrown (`out` is then not valid), as one
/// does if `out` overlaps its rows.
template <class Array>
requires(!detail::layout_range<const Array&>) auto global(const Array& rows) {
    return detail::global_rows<Array>{rows};
}

/// The groups along the first axis of the array that has the rows of all ranks, `axes<0>(global(array))`: a
/// result for each position of the other axes.
/// Else as `global`.
template <int... Axis, detail::global_array Part>
auto axes(const Part& all) {
    static_assert((sizeof...(Axis) == 1) && ((Axis == 0) && ...),
                  "impulse: of global(array) only the first axis is reduced: axes<0>(global(array))");
    return detail::columns_of_all_rows(detail::to_array(detail::own_rows_of(all)));
}
/// The columns of all ranks' rows: `axes<0>` of a matrix.
/// Else as `global`.
template <detail::global_array Part>
auto columns(const Part& all) {
    static_assert(detail::rank_of<std::remove_cvref_t<decltype(detail::own_rows_of(all))>> == 2,
                  "impulse: a matrix has 2 dimensions");
    return impulse::axes<0>(all);
}

/// by_key(global(keys), global(x)[, equal]): the runs of adjacent equal keys in the ranges of all ranks of a
/// policy `.on(impulse::ranks(comm))`, one after another in the order of ranks; `keys` and `x` are this
/// rank's parts, cut anywhere and perhaps empty. A run that goes on with other ranks, or with all, is one
/// run: by the tree over its own items, so that its bits are those of `by_key` of the whole on one machine,
/// for any number of ranks and any cuts. It belongs to the rank where it begins, which has its first key
/// already: that rank gets the result and the key, and each rank counts the runs that begin with its items.
/// So the outputs of all ranks, one after another, are those of one machine. Without `global` the runs of
/// each rank are its own.
///
/// Requires: keys and accumulators that are trivially copyable and mean the same in every process (no
/// pointers, no std::string_view); one `equal` on all ranks, its state included; keys and items in memory of
/// the host, or computed there; `out` and keys_out apart from keys and items, with room for a result of each
/// key; a transport with `all_to_all`. Of an operator with leaves of several items a part that goes on with
/// a run begins at a multiple of the leaf in the run; parts of the library's own (`moments`, `variance`) may
/// be cut anywhere.
/// Complexity: that of `by_key` of the rank's items, of which the keys of the first and the last run are
/// compared up to four times more; a rank that goes on with a run sends at most 126 accumulators (188 of
/// `moments` and its kin) to its owner; and six collectives.
/// Memory: two forests of so many accumulators, and one for each rank with which the last run goes on; some
/// 100 bytes and two keys for each rank.
/// Throws: on all ranks std::invalid_argument if they disagree on the types of keys or of what they reduce,
/// operator or initial value, and rank_error if one of them has thrown (outputs are then not valid), as one
/// does if outputs that are pointers overlap its keys or items.
/// Else as `global`.
template <detail::layout_range Range>
auto global(Range&& range) {
    return detail::global_items<Range&&>{detail::stored<Range&&>(std::forward<Range>(range))};
}

/// The runs of all ranks' keys.
/// Else as `global`.
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
