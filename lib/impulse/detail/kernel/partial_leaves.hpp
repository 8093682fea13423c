// SPDX-License-Identifier: Apache-2.0
/// \file
/// The partials of a result as leaves: joining them is a reduction too.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/flagged_value.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Where the partials of a grid are kept: `partials` for CPU threads, where blocks run one after another, or
/// flagged values for blocks that run concurrently.
template <class Partials, class Acc>
inline constexpr bool are_flagged_values = std::is_same_v<Partials, flagged_value<Acc>*>;

/// The value of a subtree, for the block that joins its result.
template <class Acc, class Partial>
IMPULSE_INLINE void leave(Partial& partial, uninitialized<Acc>&& value) {
    if constexpr (are_flagged_values<Partial*, Acc>)
        partial.put(value);
    else
        partial = std::move(value);
}

/// Partials of CPU threads, as leaves. Each is read once, so a type that cannot be copied is moved. There are
/// few, some hundred for 4 GiB.
template <class Acc>
struct partial_leaves {
    static constexpr bool are_few = true;
    uninitialized<Acc>* partials;
    Acc operator[](index_t i) const { return std::move(*partials[i]); }
};

/// Partials of concurrent blocks: whoever reads one polls it. A lane takes one at a time, so that all warps
/// have some.
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

}  // namespace impulse::detail
