// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global`: the rows of all ranks as one matrix.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/config.hpp>
#include <impulse/detail/distributed/columns_of_ranks.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/layout/global_columns.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")

#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

template <class Array>
struct global_rows {
    static_assert(array_like<Array>,
                  "impulse: the argument of global is an array, whose first axis has this rank's rows: a "
                  "matrix_view{first, rows, columns}, an mdspan");
    Array array;
};

template <class It, int Kept>
struct columns_of_all {
    array_groups<It, Kept, 1> own;
    template <class Policy>
    auto input_for(const Policy&) const {
        return input<It, global_columns<Kept>>{own.first, {{own.groups, own.along}}};
    }
};
template <class It, int Kept>
columns_of_all(array_groups<It, Kept, 1>) -> columns_of_all<It, Kept>;

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
/// Requires: an operator without positions; rows in memory of the host; as many columns on all ranks; `out`,
/// a pointer or a contiguous iterator to objects of the result's own type, apart from the rows; a transport
/// with `all_to_all`. The operator's leaf divides the index of each rank's first row; of the library's own
/// (`moments`, `variance`) rows may be cut anywhere.
/// Complexity: that of `columns` of the rank's rows; a rank with r rows sends at most 2 log₂ r rows of
/// accumulators (one, if its rows are whole subtrees: a power of two, from a multiple of it on; of `moments`
/// and its kin one more for each row of a leaf that is cut, up to 62), (R-1)/R of each, and as much of the
/// results; and 8 bytes for each 128 KiB of columns, which tell of exceptions.
/// Memory: those rows of accumulators, of at most 128 KiB of columns at a time, three times.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root or
/// number of columns, and rank_error if one of them has thrown (`out` is then not valid).
template <class Array>
auto global(const Array& rows) {
    return detail::global_rows<Array>{rows};
}

/// The groups along the first axis of the array that has the rows of all ranks, `axes<0>(global(array))`: a
/// result for each position of the other axes.
/// Else as `global`.
template <int... Axis, class Array>
auto axes(const detail::global_rows<Array>& all) {
    static_assert((sizeof...(Axis) == 1) && ((Axis == 0) && ...),
                  "impulse: of global(array) only the first axis is reduced: axes<0>(global(array))");
    return detail::columns_of_all{detail::groups_along<1>(detail::to_array(all.array))};
}
/// The columns of all ranks' rows: `axes<0>` of a matrix.
/// Else as `global`.
template <class Matrix>
auto columns(const detail::global_rows<Matrix>& all) {
    static_assert(detail::rank_of<Matrix> == 2, "impulse: a matrix has 2 dimensions");
    return impulse::axes<0>(all);
}

}  // namespace impulse
