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

template <class Matrix>
struct global_rows {
    static_assert(rank_of<Matrix> == 2, "impulse: the argument of global is a matrix, of 2 dimensions");
    Matrix matrix;
};

template <class It>
struct columns_of_all {
    array_groups<It, 1, 1> own;
    template <class Policy>
    auto input_for(const Policy&) const {
        return input<It, global_columns>{own.first, {{own.groups, own.along}}};
    }
};

}  // namespace detail

/// columns(global(rows)): the columns of the matrix that has the rows of all ranks of a policy
/// `.on(impulse::ranks(comm))`, in the order of ranks; `rows` is this rank's part, of any number of rows,
/// also none. `reduce_into(policy, columns(global(rows)), out, init, op)` gives each rank a result for each
/// column (an all-reduce of gradients, say): by the tree over all rows, so that the bits do not depend on the
/// number of ranks or on which rank has which rows, and are those of `columns` of the whole matrix on one
/// machine. By
/// `.root(r)` rank r alone gets the results; by `.scattered()` each rank those of its shard, as of
/// `elementwise`. Without `global` the columns of each rank's rows are its own.
///
/// Requires: an operator without leaves of several items that parts keep (no `moments`, `variance`), and
/// without positions; rows in memory of the host; as many columns on all ranks; `out`, a pointer or a
/// contiguous iterator to objects of the result's own type, apart from the rows; a transport with
/// `all_to_all`. The operator's leaf divides the index of each rank's first row.
/// Complexity: that of `columns` of the rank's rows; a rank with r rows sends at most 2 log₂ r rows of
/// accumulators (one, if its rows are whole subtrees: a power of two, from a multiple of it on), (R-1)/R of
/// each, and as much of the results; and 8 bytes for each 128 KiB of columns, which tell of exceptions.
/// Memory: those rows of accumulators, of at most 128 KiB of columns at a time, three times.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root or
/// number of columns, and rank_error if one of them has thrown (`out` is then not valid).
template <class Matrix>
auto global(const Matrix& rows) {
    return detail::global_rows<Matrix>{rows};
}

/// The columns of all ranks' rows.
/// Else as `global`.
template <class Matrix>
auto columns(const detail::global_rows<Matrix>& all) {
    const auto own = detail::groups_along<1>(detail::to_array(all.matrix));
    return detail::columns_of_all<typename decltype(own)::iterator>{own};
}

}  // namespace impulse
