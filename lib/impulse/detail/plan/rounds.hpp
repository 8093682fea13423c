// SPDX-License-Identifier: Apache-2.0
/// \file
/// `rounds`: how long blocks take for the subtrees of an input.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/standard.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The time of `total` leaves in rounds of resident blocks. Each block loses the time of `lost_bytes` at its
/// begin and end. A last round of few blocks takes less, but at least `least_part` of a whole round.
struct rounds {
    index_t total;
    index_t leaf_bytes;
    index_t blocks;
    index_t lost_bytes;
    double least_part;
    index_t joined_bytes = 0;  ///< for each subtree, at the end

    /// The time in units of a byte that a block loads.
    constexpr double time(index_t subtree) const {
        const auto bytes = static_cast<double>(subtree * leaf_bytes);
        const auto lost = static_cast<double>(lost_bytes);
        const index_t subtrees = divide_up(total, subtree), rest = subtrees % blocks;
        // fault: join-of-staged
        const double whole = static_cast<double>(subtrees / blocks) * (bytes + lost) +
                             static_cast<double>(subtrees * joined_bytes);
        if (rest == 0) return whole;
        return whole +
               bytes * (std::max)(static_cast<double>(rest) / static_cast<double>(blocks), least_part) + lost;
    }
    /// The subtree with the least time, a power of two from `least` to `most`; the larger of equal ones.
    constexpr index_t best_subtree(index_t least, index_t most) const {
        index_t best = ceil_power(least);
        for (index_t next = 2 * best; next <= most && next < total; next *= 2)
            if (time(next) <= time(best)) best = next;
        return best;
    }
};

}  // namespace impulse::detail
