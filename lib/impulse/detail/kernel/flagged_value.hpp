// SPDX-License-Identifier: Apache-2.0
/// \file
/// `flagged_value<Type>`: storage in memory that shows by itself whether it is set, so that a block can poll
/// it for the value of another block of its grid. (Full/empty bits: B. Smith, "Architecture and applications
/// of the HEP", 1981.)
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(place.hpp)

#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

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

/// Where the partials of a grid are kept: `partials` for CPU threads, where blocks run one after another, or
/// flagged values for blocks that run concurrently.
template <class Partials, class Acc>
inline constexpr bool are_flagged_values = std::is_same_v<Partials, flagged_value<Acc>*>;

/// Writes the value of a subtree, for the block that joins the result.
template <class Acc, class Partial>
IMPULSE_INLINE void leave(Partial& partial, uninitialized<Acc>&& value) {
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
