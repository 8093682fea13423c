// SPDX-License-Identifier: Apache-2.0
/// \file
/// `single_lane_warp`: a CPU thread as a warp of one lane.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

namespace impulse::inline IMPULSE_ABI {

/// A `warp_group` (detail/kernel/collectives.hpp) that exchanges nothing.
struct single_lane_warp {
    static constexpr int width = 1;
    static constexpr bool is_whole = true;
    template <class Acc, class Op>
    static constexpr bool has_hardware_reduce = false;
    static constexpr bool has_least = false;

    IMPULSE_SHARED static constexpr int rank() { return 0; }
    IMPULSE_SHARED static constexpr int size() { return 1; }
    IMPULSE_SHARED static constexpr std::uint32_t ballot(bool mine) { return mine ? 1 : 0; }
    IMPULSE_SHARED static constexpr void sync() {}
    IMPULSE_NO_EXEC_CHECK
    template <class Partial>
    IMPULSE_SHARED Partial shuffle(const Partial& value, int) const {
        return value;
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Partial>
    IMPULSE_SHARED Partial shuffle_down(const Partial& value, int) const {
        return value;
    }
    IMPULSE_NO_EXEC_CHECK
    template <class Partial>
    IMPULSE_SHARED Partial shuffle_xor(const Partial& value, int) const {
        return value;
    }
};

}  // namespace impulse
