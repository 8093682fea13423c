// SPDX-License-Identifier: Apache-2.0
/// \file
/// The aligned nodes of the tree that a range of positions is made of.
///
/// Level l, number k covers the positions [k 2^l, (k + 1) 2^l).
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/tree.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The largest aligned node that begins at `begin` and lies in [begin, end): the first node of that part.
IMPULSE_SHARED constexpr interval first_node(index_t begin, index_t end) {
    const index_t most = floor_power(end - begin);
    const index_t aligned = begin & -begin;  // 0 at 0, which is aligned to everything
    // fault: node-alignment
    return {begin, begin + (aligned != 0 && aligned < most ? aligned : most)};
}

/// The last node of that part: the largest aligned one that ends at `end`.
IMPULSE_SHARED constexpr interval last_node(index_t begin, index_t end) {
    const index_t most = floor_power(end - begin);
    const index_t aligned = end & -end;
    return {end - (aligned < most ? aligned : most), end};
}

/// A part of positions up to 2^62 has at most so many nodes: a rise of sizes to the largest, and a fall.
inline constexpr int max_nodes = 126;

/// How many nodes [begin, end) has.
IMPULSE_SHARED constexpr int count_nodes(index_t begin, index_t end) {
    int count = 0;
    for (; begin < end; ++count) begin = first_node(begin, end).end;
    return count;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
