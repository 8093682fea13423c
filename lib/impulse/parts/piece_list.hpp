// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pieces: what a worker takes at a time of a result that is too long for one; and the list on which those of many results
/// are put.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/atomics.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/tree/nodes.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// An aligned node of a result's own tree: piece `position` of the `of` that it has; `number` among those of all results.
/// A result without items has one piece, which is empty. One that has none is no piece at all.
struct piece {
    index_t result;
    index_t number;
    std::uint32_t position;
    std::uint32_t of;
    interval items = {0, 0};  ///< of the whole result, where its layout will be gone

    /// The number of its result's first piece.
    IMPULSE_SHARED constexpr index_t first() const { return number - position; }
    IMPULSE_SHARED constexpr bool is_there() const { return position < of; }
};

/// How many pieces of 2^log2 leaves a result of n leaves is.
// fault: pieces-of-result
IMPULSE_SHARED constexpr index_t pieces_of(index_t n, int log2) { return n > 0 ? shift_up(n, log2) : 1; }

/// A piece on the list, and at the first of a result the ticket with which its workers meet. All zero between calls.
struct listed_piece {
    piece at;
    std::uint64_t ticket;
};

/// Room for pieces of results whose lengths only the workers see. Blocks of one launch put them there, and those of the
/// next take them.
struct piece_list {
    listed_piece* pieces;
    index_t capacity;

    /// Whether there is room for `count` more: they are numbered from `first` on. What is left of too little room is filled
    /// with what is no piece.
    IMPULSE_SHARED bool reserve(std::uint64_t* length, index_t count, index_t& first) const {
        first = static_cast<index_t>(detail::fetch_add_relaxed(length, static_cast<std::uint64_t>(count)));
        if (first + count <= capacity) return true;
        for (index_t i = first; i < capacity; ++i) pieces[i].at = {0, i, 0, 0};
        return false;
    }
    /// Empties the first `count`, by `threads` threads of which each says its rank.
    IMPULSE_SHARED void clear(index_t count, int rank, int threads) const {
        for (index_t i = rank; i < count; i += threads) pieces[i] = {{0, 0, 0, 0, {0, 0}}, 0};
    }
    IMPULSE_SHARED index_t length(std::uint64_t* length) const {
        const auto n = static_cast<index_t>(detail::load_relaxed(length));
        return n < capacity ? n : capacity;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
