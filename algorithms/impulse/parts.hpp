// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce_part`: the forest of a part of a longer input, which can be joined with other parts.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/frontend/part_call.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// reduce_part([policy,] range, first_index[, op]): returns the forest of the items [first_index, first_index
/// + n) of a longer input; `range` has these n items. reduce_part<Acc>(…) sets the accumulator type, which
/// otherwise is decay(op(item, item)).
///
/// `join` joins parts, and `value` is the result of the whole. It has the bits of one reduction of the whole
/// input, for any lengths of parts and whichever machines computed them.
///
/// Requires: a `first_index` of 0 or more. If the operator has leaves of several items, it is a multiple of
/// the leaf.
/// Complexity: at most n applications of `op`. The call waits for the forest.
/// Memory: a forest (at most 126 values, and for some operators up to 62 items), and at most 65536 partials.
/// Throws: std::invalid_argument for a wrong `first_index`; and what `reduce` throws.
/// Otherwise the same as `reduce`.
template <class Acc = void, class... Args>
auto reduce_part(Args&&... args) {
    return detail::make_part<Acc>(std::forward<Args>(args)...);
}

/// reduce_part_into([policy,] range, first_index, out[, op]): the same, but writes the forest<Acc> to `out`;
/// on a GPU it does not wait.
///
/// Requires: what `reduce_part` requires. On a GPU `first_index` may also be a pointer to memory that the GPU
/// reads when the work runs; the value there must then be a multiple of the leaf from 0 to 2^61.
/// Complexity: that of `reduce_part`. On a GPU the call does not wait.
/// Otherwise the same as `reduce_part`.
template <class Acc = void, class... Args>
auto reduce_part_into(Args&&... args) {
    return detail::make_part_into<Acc>(std::forward<Args>(args)...);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
