// SPDX-License-Identifier: Apache-2.0
/// \file
/// `elementwise`: joins the arrays of several members item by item: an all-reduce of arrays.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/distributed/elementwise_on_ranks.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>
#include <impulse/detail/layout/global_layouts.hpp>

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

/// The array of this rank, one of the arrays x₀, x₁, …, xR-1 of all R ranks of a policy
/// `.on(impulse::ranks(comm))`. Result j is init ∘ x₀[j] ∘ x₁[j] ∘ … ∘ xR-1[j], by the tree over the ranks in
/// their order, for any operator: an all-reduce of arrays. The bits are those of `columns`, on one machine,
/// of the matrix whose rows are the arrays. They depend on the number of ranks, but not on message sizes,
/// network, algorithm or run. `reduce_into(policy, elementwise(x), out, init, op)` writes all results on
/// every rank, with `ranks(comm).root(r)` only on rank r. With `.scattered()` each rank gets the results of
/// its shard, the items [⌊m·r/R⌋, ⌊m·(r+1)/R⌋) of m. `reduce` returns results as a std::vector. Positions
/// (`min_element`) are numbers of ranks; aggregates count ranks.
///
/// Over ranks of NCCL, `.on(ranks(comm, stream))`, items and results are in GPU memory, and an `_into` form
/// does all work in stream order. Ranks compare their calls only if the policy is `.checked()`. A captured
/// call uses its workspace whenever its graph runs. Two graphs with the same workspace must not run at the
/// same time: their results would be wrong, without an error.
///
/// Requires: the same number of trivially copyable items on all ranks, in host memory (for NCCL in GPU
/// memory) that is not written during the call; a trivially copyable result; an `out` that points to objects
/// of the result's type and does not overlap the items, except in place: if items have the result's type, it
/// may point to the item of the rank's first result.
/// Complexity: each rank sends and receives (R-1)/R of the items and of the results, and applies the operator
/// to its shard. If all arrays together have at most 32 KiB, or if the transport has no `all_to_all`, every
/// rank gathers them. Two small collectives more compare the calls and report exceptions.
/// Memory: for any number of items at most 4 MiB, or, if that is more, 4 KiB (or one larger item) for each
/// rank; a rank that gets no results also stores the results of one step. On a GPU, in a workspace if the
/// policy has one: (R-1)/R of the items, but at most R - 1 slices of 512 MiB (or of the caller's
/// `.chunk_bytes(bytes)`). Arrays of at most 12 MiB / R² need space for all R arrays. More than 16 ranks
/// need R slices, and the partials of a reduction of one slice.
/// Throws: on all ranks std::invalid_argument if they disagree on types, operator, initial value, root or
/// number of items, and rank_error if one of them has thrown (`out` is then not valid).
/// Method: reduce-scatter and all-gather (R. Rabenseifner, "Optimization of Collective Reduction Operations",
/// 2004); each rank joins all arrays in its shard at once, by the tree.
template <detail::layout_range Range>
auto elementwise(Range&& x) {
    return detail::make_layout(detail::elementwise_of{}, std::forward<Range>(x));
}
/// The same for `count` items from a pointer or another contiguous iterator.
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
