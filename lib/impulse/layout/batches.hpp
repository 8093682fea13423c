// SPDX-License-Identifier: Apache-2.0
/// \file
/// `batches`: groups of equal length, one after the other.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

struct equal_batches {
    static constexpr bool has_many = true;
    static constexpr bool counts_late = false;

    index_t count;
    index_t length;

    IMPULSE_SHARED index_t results() const { return count; }
    IMPULSE_SHARED interval items(index_t r) const { return {r * length, (r + 1) * length}; }
    IMPULSE_SHARED index_t pieces(index_t, int log2) const { return detail::pieces_of(length, log2); }
    IMPULSE_SHARED index_t first_piece(index_t r, int log2) const { return r * pieces(r, log2); }
    IMPULSE_SHARED piece locate(index_t p, int log2) const {
        const index_t each = pieces(0, log2);
        return each == 1 ? piece{p, 0} : piece{p / each, p % each};
    }
    IMPULSE_SHARED bool has(piece, int) const { return true; }

    constexpr index_t most_results() const { return count; }
    constexpr index_t most_items() const { return count * length; }
    constexpr index_t longest() const { return length; }
    constexpr index_t most_pieces(int log2) const { return count * detail::pieces_of(length, log2); }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
