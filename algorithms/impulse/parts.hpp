// SPDX-License-Identifier: Apache-2.0
/// \file
/// `reduce_part`: the forest of a part of a longer input, to be joined with others.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/frontend/part_call.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {

/// reduce_part([policy,] range, first_index[, op]): the forest of the items [first_index, first_index + n) of
/// a longer input, where `range` has these n items; reduce_part<Acc>(…) sets the accumulator, else it is
/// decay(op(item, item)).
///
/// `join` joins parts, and the whole has a `value`: the same bits as one reduction of everything, for any
/// cuts and whichever machines computed the parts.
///
/// Requires: a `first_index` of 0 or more; if the operator has leaves of several items, a multiple of the
/// leaf.
/// Throws: std::invalid_argument for a bad `first_index`; and what `reduce` throws.
/// Else as `reduce`.
template <class Acc = void, class... Args>
auto reduce_part(Args&&... args) {
    return detail::make_part<Acc>(std::forward<Args>(args)...);
}

/// reduce_part_into([policy,] range, first_index, out[, op]): the same, written to the forest<Acc> at `out`;
/// on a GPU without waiting.
///
/// Requires: what `reduce_part` requires. On a GPU `first_index` may also be a pointer to memory that the GPU
/// reads when the work is done: it must then contain a multiple of the leaf from 0 to 2^61.
/// Else as `reduce_part`.
template <class Acc = void, class... Args>
auto reduce_part_into(Args&&... args) {
    return detail::make_part_into<Acc>(std::forward<Args>(args)...);
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
