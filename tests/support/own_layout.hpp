// SPDX-License-Identifier: Apache-2.0
// A layout of your own, in one file: overlapping groups of growing lengths, in reverse order.
#pragma once

#include <impulse/layout.hpp>

namespace own {

/// Group r has the `step` * r items that end at n - r.
struct staircase {
    static constexpr bool has_many = true;

    impulse::index_t n;
    impulse::index_t groups;
    impulse::index_t step;

    IMPULSE_SHARED impulse::index_t results() const { return groups; }
    IMPULSE_SHARED impulse::interval items(impulse::index_t r) const { return {n - r - step * r, n - r}; }
    impulse::index_t max_results() const { return groups; }
    impulse::index_t max_items() const { return step * groups * (groups - 1) / 2; }
    impulse::index_t longest() const { return groups > 0 ? step * (groups - 1) : 0; }
};
static_assert(impulse::item_layout<staircase>);

}  // namespace own
