// SPDX-License-Identifier: Apache-2.0
/// \file
/// Intervals of positions, and even shares among workers.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

namespace impulse::inline IMPULSE_ABI {

/// The positions [begin, end).
struct interval {
    index_t begin;
    index_t end;

    IMPULSE_SHARED constexpr index_t size() const { return end - begin; }
    /// Whether the interval is not empty.
    IMPULSE_SHARED constexpr explicit operator bool() const { return begin < end; }
};

/// `count` things split among workers in order. Shares differ by at most one; if there are fewer things than
/// workers, the first `count` workers get one each.
struct even_split {
    index_t each;
    index_t more;

    IMPULSE_SHARED static constexpr even_split of(index_t count, index_t workers) {
        if (count < workers) return {0, count};
        return {count / workers, count % workers};
    }

    IMPULSE_SHARED constexpr interval share(index_t worker) const {
        const bool one_more = worker < more;
        // fault: share-begin
        const index_t begin = worker * each + (one_more ? worker : more);
        // fault: share-end
        return {begin, begin + each + (one_more ? 1 : 0)};
    }
};

}  // namespace impulse
