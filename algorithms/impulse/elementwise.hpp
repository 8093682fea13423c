// SPDX-License-Identifier: Apache-2.0
/// \file
/// `elementwise`: the arrays of several members, joined item by item: an all-reduce of arrays.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/distributed/elementwise_on_ranks.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>
#include <impulse/detail/layout/elementwise.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_REFUSAL(elementwise_arguments,
                "impulse: the arguments are elementwise(range) or elementwise(first, count): a contiguous "
                "range of known length, or a pointer and an integer; a list in braces needs a name");

struct elementwise_of {
    template <class It>
    auto operator()(const input<It>& all) const {
        return input<It, elementwise_layout>{all.first, elementwise_layout::of(all.count())};
    }
};

}  // namespace detail

/// The array of this member, as one of the arrays x₀, x₁, …, xR-1 of all R ranks of a policy
/// `.on(impulse::ranks(comm))`: result j is init ∘ x₀[j] ∘ x₁[j] ∘ … ∘ xR-1[j], by the tree over the members
/// in the order of ranks, for any operator: an all-reduce of arrays. It has the bits of `columns` of the
/// matrix whose rows are the arrays, on one machine; they depend on the number of ranks, and on no message
/// size, network, algorithm or run. `reduce_into(policy, elementwise(x), out, init, op)` writes all results
/// on every rank; by `ranks(comm).root(r)` only on rank r; by `.scattered()` each rank gets the results of
/// its shard, the items [⌊m·r/R⌋, ⌊m·(r+1)/R⌋) of m. `reduce` returns them as a std::vector. Positions
/// (`min_element`) are those of ranks; aggregates count members.
///
/// Over ranks of NCCL, `.on(ranks(comm, stream))`, items and results are in GPU memory and all work is in
/// stream order, by an `_into` form. Nothing is compared first, unless the policy is `.checked()`. A captured
/// call keeps its workspace: graphs with the same one must not run at the same time, which nothing notices.
///
/// Requires: the same number of trivially copyable items on all ranks, in memory of the host (of the GPU)
/// that is not written meanwhile; an `out` that points to objects of the result's own type, apart from the
/// items, or, if items have that type, at the item of its first result (in place). A trivially copyable
/// result.
/// Complexity: each rank sends and receives (R-1)/R of the items and of the results, and applies the operator
/// to its shard; arrays of at most 32 KiB in all, and those of a transport without `all_to_all`, are gathered
/// by every rank. Two small collectives more, which compare the calls and tell of exceptions.
/// Memory: at most 4 MiB, or a rank's 4 KiB or one item, whatever the number of items; where a rank keeps no
/// results, also those of a step. On a GPU (R-1)/R of the items, or R - 1 slices of 512 MiB or of the
/// caller's `.chunk_bytes(bytes)`, in a workspace if the policy has one; R times the items, if these are at
/// most 12 MiB / R²; on more than 16 ranks R slices, and the partials of a reduction of one.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root or
/// number of items, and rank_error if one of them has thrown (`out` is then not valid).
/// Method: reduce-scatter and all-gather (R. Rabenseifner, "Optimization of Collective Reduction Operations",
/// 2004), with all shards of a rank joined at once, by the tree.
template <detail::layout_range Range>
auto elementwise(Range&& x) {
    return detail::make_layout(detail::elementwise_of{}, std::forward<Range>(x));
}
/// The same for `count` items from a pointer, or another contiguous iterator.
template <input_iterator It>
auto elementwise(It first, index_t count) {
    if (count < 0) detail::bad_argument({"count is ", count, "; it must be 0 or more"});
    return detail::elementwise_of{}(detail::input<It>{std::move(first), {{count}}});
}
inline detail::refusal<detail::elementwise_arguments> elementwise(detail::anything = {},
                                                                  detail::anything = {},
                                                                  detail::anything = {}) {
    return {};
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
