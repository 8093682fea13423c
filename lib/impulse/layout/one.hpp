// SPDX-License-Identifier: Apache-2.0
/// \file
/// `one`: all items make one result.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

struct one {
    counted count;

    IMPULSE_SHARED index_t results() const { return 1; }
    IMPULSE_SHARED interval items(index_t) const { return {0, count()}; }
    IMPULSE_SHARED index_t pieces(index_t, int log2) const { return detail::pieces_of(count(), log2); }
    IMPULSE_SHARED index_t first_piece(index_t, int) const { return 0; }
    IMPULSE_SHARED piece locate(index_t p, int) const { return {0, p}; }
    IMPULSE_SHARED index_t all_pieces(int log2) const { return pieces(0, log2); }

    constexpr index_t most_results() const { return 1; }
    constexpr index_t most_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
    constexpr index_t most_pieces(int log2) const { return detail::pieces_of(count.most, log2); }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
