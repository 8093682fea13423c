// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results that are too long for a lane: a warp reduces one, or puts its subtrees on the list.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/plan/records.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Problem>
struct longer_results {
    index_t longest;   ///< leaves of the longest result that a warp finishes
    int log2_subtree;  ///< in leaves
    bool cuts;         ///< otherwise a result is one subtree
    subtree_list list;
    counters* shared;
    Problem asked;

    /// A result by the whole warp: its value, or its subtrees on the list.
    IMPULSE_INLINE void take(const auto& warp, index_t number, interval items) const {
        take_apart(*this, warp, number, items);
    }

    /// Its subtrees; false if there is no room on the list.
    template <class Warp>
    IMPULSE_SHARED bool put_on_list(const Warp& warp, index_t number, const interval& items) const {
        const index_t count =
            cuts ? detail::subtrees_of(detail::leaves_of<Problem>(items.size()), log2_subtree) : 1;
        index_t first = 0;
        if (warp.rank() == 0 && !list.reserve(&shared->listed, count, first)) first = -1;
        first = *warp.shuffle(uninitialized<index_t>(first), 0);
        // fault: list-has-room
        if (first < 0) return false;
        for (index_t i = warp.rank(); i < count; i += Warp::width)
            // fault: list-piece
            list.subtrees[first + i].at = {number, first + i, static_cast<std::uint32_t>(i),
                                           static_cast<std::uint32_t>(count), items};
        return true;
    }

  private:
    /// A separate function that sees only the kernel's parameters, so that the common path keeps the
    /// registers.
    IMPULSE_APART static void take_apart(const longer_results& to, auto warp, index_t number,
                                         interval items) {
        if (detail::leaves_of<Problem>(items.size()) > to.longest && to.put_on_list(warp, number, items))
            return;
        detail::finish_in_warp(to.asked, to.asked.sink, warp, number, items);
    }
};

}  // namespace impulse::detail
