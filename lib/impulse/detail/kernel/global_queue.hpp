// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_queue`: the classic global work queue, from which blocks fetch work until none is left.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(queue.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/kernel/collectives.hpp>

namespace impulse::inline IMPULSE_ABI {

/// The positions 0 to `length` - 1; each is handed to exactly one block.
///
/// Requires: a counter that is zero before the grid starts; one thread calls `reset` after the last fetch of
/// all blocks (the last block may).
/// Complexity: an atomic operation and a barrier for each fetch.
/// Memory: the counter.
/// Throws: nothing.
class global_queue {
  public:
    IMPULSE_SHARED global_queue(std::uint64_t* next, index_t length) : next_(next), count_(length) {}

    /// The next `batch` positions (fewer at the end, none when the queue is empty), the same for the whole
    /// block. Every thread must call; fetches may follow each other without a barrier between them.
    template <class Block>
    IMPULSE_SHARED interval fetch(Block& block, index_t batch = 1) const {
        index_t begin = 0;
        if (block.rank() == 0)
            // fault: queue-fetch
            begin = static_cast<index_t>(detail::fetch_add_relaxed(next_, static_cast<std::uint64_t>(batch)));
        // fault: queue-broadcast
        begin = detail::broadcast(block, begin);
        if (begin >= count_) return {count_, count_};
        // fault: queue-batch-end
        return {begin, count_ - begin < batch ? count_ : begin + batch};
    }

    IMPULSE_SHARED void reset() const { detail::store_relaxed(next_, 0); }

  private:
    std::uint64_t* next_;
    index_t count_;
};

}  // namespace impulse
