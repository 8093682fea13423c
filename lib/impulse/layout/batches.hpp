// SPDX-License-Identifier: Apache-2.0
/// \file
/// `batches`: groups of equal length at equal distances, as the rows of a matrix.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

struct equal_batches {
    static constexpr bool has_many = true;

    index_t count;
    index_t length;
    index_t distance;  ///< from the first item of one to that of the next

    IMPULSE_SHARED index_t results() const { return count; }
    IMPULSE_SHARED interval items(index_t r) const { return {r * distance, r * distance + length}; }

    constexpr index_t most_results() const { return count; }
    constexpr index_t most_items() const { return count * length; }
    constexpr index_t longest() const { return length; }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
