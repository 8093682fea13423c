// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last block of a grid, and the queue from which blocks fetch work.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(guard.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/kernel/collectives.hpp>

namespace impulse::inline IMPULSE_ABI {

/// Every block of the grid calls `is_last` once. It is true for exactly one of them, which sees everything
/// that thread 0 of every block wrote before its call.
///
/// Requires: a ticket in GPU memory that is zero before the grid starts. It is zero again afterwards, so the
/// next launch needs no reset. All threads of a block make the call.
/// Complexity: an atomic operation and a barrier for each block.
/// Memory: the ticket.
/// Throws: nothing.
///
/// Why the last block sees the writes: thread 0 writes, then increments the ticket by an acquire-release
/// read-modify-write. The increments form one release sequence, so the last one synchronizes with all before
/// it ([intro.races], and causality order in the PTX memory model, at device scope); the block's barrier
/// extends this to its other threads. Writes of other threads than thread 0 are visible if a barrier of the
/// block came before the call (`block.sync()`, a broadcast, a fetch; not a `group_reduce`).
///
/// If not all blocks call, or some call several times, `calls` is the total number of calls.
class last_block_guard {
  public:
    IMPULSE_SHARED explicit last_block_guard(std::uint64_t* ticket, std::uint32_t calls = 0)
        : ticket_(ticket), calls_(calls) {}

    template <class Block>
    IMPULSE_SHARED bool is_last(Block& block) const {
        if (calls(block) == 1) {
            block.sync();
            return true;
        }
        bool last = false;
        if (block.rank() == 0) {
            // fault: last-to-finish
            last = detail::fetch_add_acq_rel(ticket_, 1) == calls(block) - 1;
            // fault: ticket-reset
            if (last) detail::store_relaxed(ticket_, 0);
        }
        return detail::broadcast(block, last);
    }

    /// The same in two steps, for blocks that wait for values of others. Every block takes a ticket when it
    /// begins, and learns later whether it began last. The ticket orders no reads. The last block polls the
    /// `flagged_value`s of the others (`work::join`), which have all started and will write them, so it
    /// cannot deadlock.
    template <class Block>
    IMPULSE_SHARED std::uint32_t take_ticket(Block& block) const {
        return block.rank() == 0 ? detail::fetch_next_relaxed(ticket_, calls(block)) : 0;
    }
    template <class Block>
    IMPULSE_SHARED bool began_last(Block& block, std::uint32_t ticket) const {
        // fault: last-to-begin
        return detail::broadcast(block, ticket == calls(block) - 1);
    }

  private:
    template <class Block>
    IMPULSE_SHARED std::uint32_t calls(Block& block) const {
        return calls_ != 0 ? calls_ : static_cast<std::uint32_t>(block.grid_size());
    }

    std::uint64_t* ticket_;
    std::uint32_t calls_;
};

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
