// SPDX-License-Identifier: Apache-2.0
/// \file
/// `one`: all items make one result.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

template <class Count>
struct all_items {
    static constexpr bool has_many = false;
    static constexpr bool counts_late = !std::is_same_v<Count, known>;

    Count count;

    IMPULSE_SHARED index_t results() const { return 1; }
    IMPULSE_SHARED interval items(index_t) const { return {0, count()}; }
    IMPULSE_SHARED index_t pieces(index_t, int log2) const { return detail::pieces_of(count(), log2); }
    IMPULSE_SHARED index_t first_piece(index_t, int) const { return 0; }
    IMPULSE_SHARED piece locate(index_t p, int) const { return {0, p}; }
    IMPULSE_SHARED bool has(piece p, int log2) const { return p.position < pieces(0, log2); }

    constexpr index_t most_results() const { return 1; }
    constexpr index_t most_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
    constexpr index_t most_pieces(int log2) const { return detail::pieces_of(count.most, log2); }
};

using one = all_items<known>;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
