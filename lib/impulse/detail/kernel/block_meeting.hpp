// SPDX-License-Identifier: Apache-2.0
/// \file
/// How blocks meet: the last block of a grid, the queue from which blocks fetch work, and flagged values.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(place.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

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

/// Storage in memory that shows by itself whether it is set, so that a block can poll it for the value of
/// another block of its grid. (Full/empty bits: B. Smith, "Architecture and applications of the HEP", 1981.)
/// Each of its 64-bit words has four bytes of the value and a flag. A word is read and written as a whole, so
/// there is no need for a fence and a separate flag, which would cost a memory round trip each. All zero is
/// empty; the reader of the value clears it for the next launch. Type is trivially copyable.
template <class Type>
class flagged_value {
  public:
    static constexpr int words = (sizeof(uninitialized<Type>) + 3) / 4;

    /// One thread sets the value, once.
    IMPULSE_SHARED void put(const uninitialized<Type>& value) {
        put_by(value, [](std::uint64_t* to, std::uint64_t word) { detail::store_relaxed(to, word); });
    }
    /// The same, for a reader that may be on the host.
    IMPULSE_SHARED void post(const uninitialized<Type>& value) {
        put_by(value, [](std::uint64_t* to, std::uint64_t word) { detail::store_for_all(to, word); });
    }

    /// The words of a flagged value that were read so far.
    class poll {
      public:
        /// Reads the words that were not set before.
        IMPULSE_SHARED void at(flagged_value& from) {
            for (int w = 0; w < words; ++w)
                if (seen_[w] == 0) seen_[w] = detail::load_relaxed(&from.word_[w]);
        }
        IMPULSE_SHARED bool has_all() const {
            bool all = true;
            // fault: cell-is-whole
            for (int w = 0; w < words; ++w) all = all && seen_[w] != 0;
            return all;
        }
        /// The value; the flagged value is cleared.
        IMPULSE_SHARED uninitialized<Type> take(flagged_value& from) const {
            std::uint32_t bits[std::size_t{words}];
            for (int w = 0; w < words; ++w) {
                bits[w] = static_cast<std::uint32_t>(seen_[w]);
                // fault: cell-is-emptied
                detail::store_relaxed(&from.word_[w], 0);
            }
            uninitialized<Type> value;
            std::memcpy(static_cast<void*>(&value), bits, sizeof(value));
            return value;
        }

      private:
        std::uint64_t seen_[std::size_t{words}] = {};
    };

  private:
    IMPULSE_SHARED void put_by(const uninitialized<Type>& value, const auto& store) {
        std::uint32_t bits[std::size_t{words}] = {};
        std::memcpy(bits, static_cast<const void*>(&value), sizeof(value));
        // fault: word-is-whole
        for (int w = 0; w < words; ++w) store(&word_[w], full | bits[w]);
    }

    static constexpr std::uint64_t full = std::uint64_t{1} << 32;
    std::uint64_t word_[std::size_t{words}];
};

namespace detail {

/// The target of one value: a flagged value, if there is one, otherwise an address. It is a single type, so
/// that calls that return a value and calls that write it share a kernel.
template <class Type>
struct result_target {
    flagged_value<Type>* flagged;
    Type* place;

    IMPULSE_SHARED const result_target& operator*() const { return *this; }
    IMPULSE_SHARED void operator=(const Type& value) const {
        if (flagged != nullptr)
            flagged->post(uninitialized<Type>(value));
        else
            *place = value;
    }
    void memory(const auto& visit, index_t results) const {
        if (flagged == nullptr) visit(static_cast<const void*>(place), results, "out");
    }
};

/// Whether the partials of a grid are flagged values, as blocks that run concurrently need them. CPU threads
/// have plain storage.
template <class Partials, class Acc>
inline constexpr bool are_flagged_values = std::is_same_v<Partials, flagged_value<Acc>*>;

/// Stores the value of a subtree for the block that joins the result.
template <class Acc, class Partial>
IMPULSE_INLINE void store_partial(Partial& partial, uninitialized<Acc>&& value) {
    if constexpr (are_flagged_values<Partial*, Acc>)
        partial.put(value);
    else
        partial = std::move(value);
}

/// Partials of CPU threads, as leaves. Each is read once, so a type that cannot be copied is moved. There are
/// only few, some hundred for 4 GiB.
template <class Acc>
struct partial_leaves {
    static constexpr bool are_few = true;
    uninitialized<Acc>* partials;
    Acc operator[](index_t i) const { return std::move(*partials[i]); }
};

/// Partials of concurrent blocks; a reader polls each. A lane takes one at a time, so that all warps have
/// some.
template <class Acc, class Block>
struct flagged_leaves {
    static constexpr tile_shape shape = {1, 1};
    static constexpr bool has_whole_tiles = false;
    static constexpr staging staged = {};
    static constexpr bool may_be_few = true;
    flagged_value<Acc>* targets;
    Block& block;

    struct loaded {
        uninitialized<Acc> one;
        IMPULSE_INLINE const Acc& operator()(int) const { return *one; }
    };
    template <int PerLane, int Loads>
    IMPULSE_INLINE loaded load_valid(index_t i, int, int remaining) const {
        static_assert(PerLane == 1 && Loads == 1);
        if (remaining <= 0) return {};
        typename flagged_value<Acc>::poll seen;
        for (seen.at(targets[i]); !seen.has_all(); seen.at(targets[i])) block.pause();
        // fault: partial-is-read
        return {seen.take(targets[i])};
    }
};

}  // namespace detail

}  // namespace impulse
