// SPDX-License-Identifier: Apache-2.0
/// \file
/// `one`: all items make one result.
#pragma once

#include <impulse/config.hpp>
#include <impulse/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

template <class Count>
struct all_items {
    static constexpr bool has_many = false;

    Count count;

    IMPULSE_SHARED index_t results() const { return 1; }
    IMPULSE_SHARED interval items(index_t) const { return {0, count()}; }

    constexpr index_t most_results() const { return 1; }
    constexpr index_t most_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
};

using one = all_items<known>;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
