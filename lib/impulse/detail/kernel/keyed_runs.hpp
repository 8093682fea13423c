// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces the runs that end in a tile of keys, whose items are in shared memory: one lane reduces each short
/// run, and longer runs are split into fragments.
///
/// A fragment is as long as the positions of a thread. So a thread has at most one fragment of a run that
/// began before its positions, and one of a run that begins there. Fragment f of a run belongs to the thread
/// f threads after the first.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/keyed_marks.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <cstdint>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Acc, class Smem, class Block, class Op>
struct keyed_runs {
    using value = uninitialized<Acc>;
    static constexpr int positions = Smem::positions;
    static constexpr int width = Block::warp_width;
    using warp_type = decltype(std::declval<Block&>().warp());

    Smem& s;
    Block& block;
    warp_type warp;
    const op_adaptor<Acc, Op>& joins;
    ends_of_tile at;

    /// Where run k begins, in positions of the tile.
    IMPULSE_INLINE int begin_of(int k) const { return k > 0 ? s.ends[k - 1] : -at.before; }

    /// Reduces runs of at most as many items as a thread has positions, one by each lane. Calls visit(k) for
    /// every run, and finish(k, size, total) for these runs.
    IMPULSE_INLINE void take_short(const auto& visit, const auto& finish) const {
        int longest = 0;  // of the runs that begin in the tile
        IMPULSE_NO_UNROLL
        for (int first = block.warp_rank() * width; first < at.count; first += Smem::warps * width) {
            const int k = first + warp.rank();
            int size = 0, begin = 0;
            if (k < at.count) {
                visit(k);
                begin = begin_of(k);
                size = s.ends[k] - begin;
                if (k > 0 && longest < size) longest = size;
                if (size > positions) size = 0;
            }
            if (warp.ballot(size > 0) == 0) continue;
            value total;
            if (warp.ballot(size > 1) == 0)
                total = few<1>(begin, size);
            else if (warp.ballot(size > 2) == 0)
                total = few<2>(begin, size);
            else if (warp.ballot(size > 4) == 0)
                total = few<4>(begin, size);
            else if (positions == 8 || warp.ballot(size > 8) == 0)
                total = few<8>(begin, size);
            else
                total = few<positions>(begin, size);
            if (size > 0) finish(k, size, total);
        }
        const bool some = warp.ballot(longest > positions) != 0;
        if (warp.rank() == 0) s.sum[block.warp_rank()] = some ? 1 : 0;
    }

    /// Reduces longer runs that begin in the tile. All threads make the call, which takes barriers.
    IMPULSE_INLINE void take_longer(const auto& finish) const {
        block.sync();
        int longer = 0;
        IMPULSE_UNROLL
        for (int w = 0; w < Smem::warps; ++w) longer |= s.sum[w];
        if (longer != 0) take_fragments(finish);
    }

    /// Reduces the first run, of `size` items, some of them before the tile, by all threads. Thread 0 gets
    /// the value. It takes a barrier.
    IMPULSE_INLINE value take_first(int size) const {
        const int fragments = (size + positions - 1) / positions;
        const int lane = warp.rank();
        IMPULSE_NO_UNROLL
        for (int first = block.warp_rank() * width; first < fragments; first += Smem::warps * width) {
            const int f = first + lane;
            value node = fragment(positions * f - at.before, size - positions * f);
            detail::reduce_warp<Acc>(warp, node, fragments - first, joins);
            // fault: window-of-first-run
            if (lane == 0) s.window(first / width) = node;
        }
        block.sync();
        value total;
        if (block.warp_rank() == 0) {
            const int windows = (fragments + width - 1) / width;
            if (lane < windows) total = s.window(lane);
            detail::reduce_warp<Acc>(warp, total, windows, joins);
        }
        return total;
    }

  private:
    IMPULSE_INLINE void take_fragments(const auto& finish) const {
        const int lane = warp.rank();
        const int begin = block.rank() * positions;
        value one;
        bool continues = false, closes = false, opens = false;
        int number = 0, size_here = 0, begin_here = begin;
        // The fragment here of a run that began before: its number in the run, and whether it is the last.
        if (1 <= at.rank && at.rank < at.count) {
            const int first = s.ends[at.rank - 1], end = s.ends[at.rank];
            const int from = begin + ((first - begin) & (positions - 1));
            if (first < begin && from < end) {
                continues = true;
                number = (from - first) / positions;
                // fault: fragment-closes
                closes = from + positions >= end;
                begin_here = from;
                size_here = end - from;
            }
        }
        value more = fragment(begin_here, size_here);
        // The first fragment of a run that begins here and continues in the next thread.
        const int last = at.rank + at.here;
        if (at.here > 0 && last < at.count) {
            const int first = s.ends[last - 1];
            opens = s.ends[last] - first > positions;
            if (opens) one = few<positions>(first, positions);
        }
        // A run that ends in this warp ends in the lane `until`.
        const std::uint32_t closers = warp.ballot(continues && closes);
        const std::uint32_t behind = closers & (~std::uint32_t{1} << lane);
        const int until = behind != 0 ? detail::lowest_bit(behind) : width;
        const int owner = (block.rank() - number) / width;  // the warp in which it began
        if (continues && (owner != block.warp_rank() || (!closes && until == width)))
            // fault: node-of-run
            s.node(block.rank() + owner) = more;
        if (opens && until == width) s.node(block.rank() + block.warp_rank()) = one;
        const std::uint32_t crossing = warp.ballot(opens && until == width);
        if (warp.ballot(opens) != 0) {
            const bool goes_on = opens || (continues && !closes && lane >= number);
            const int mine = opens ? 0 : number;
            IMPULSE_UNROLL
            for (int d = 1; d < width; d *= 2) {
                // fault: lanes-of-run
                const bool joins_next =
                    goes_on && until < width && (mine & (2 * d - 1)) == 0 && lane + d <= until;
                if (warp.ballot(joins_next) == 0) break;
                const value next = warp.shuffle_down(more, d);
                if (!joins_next) continue;
                // A reference to one of the two would keep both in memory.
                if (opens)
                    one = value(joins(std::move(*one), Acc(*next)));
                else
                    more = value(joins(std::move(*more), Acc(*next)));
            }
            if (opens && until < width) finish(last, s.ends[last] - s.ends[last - 1], one);
        }
        block.sync();
        if (crossing == 0) return;
        const int source = detail::lowest_bit(crossing);
        const int k = *warp.shuffle(uninitialized<int>(last), source);
        const int first = block.warp_rank() * (width + 1) + source;
        const int size = s.ends[k] - s.ends[k - 1];
        const int nodes = (size + positions - 1) / positions;
        value sums[std::size_t{Smem::warps}];
        IMPULSE_UNROLL
        for (int i = 0; i < Smem::warps; ++i) {
            if (i * width >= nodes) continue;
            if (i * width + lane < nodes) sums[i] = s.node(first + i * width + lane);
            detail::reduce_warp<Acc>(warp, sums[i], nodes - i * width, joins);
        }
        // fault: windows-of-run
        detail::join_registers(sums, joins, [=](int i) { return i * width < nodes; });
        if (lane == 0) finish(k, size, sums[0]);
    }

    /// The node of `size` items from one on, at most Max.
    template <int Max>
    IMPULSE_INLINE value few(int begin, int size) const {
        value node[std::size_t{Max}];
        IMPULSE_UNROLL
        for (int i = 0; i < Max; ++i)
            if (i < size) node[i] = s.item(begin + i);
        // fault: join-of-short-run
        detail::join_registers(node, joins, [size](int i) { return i < size; });
        return node[0];
    }
    /// The node of `size` items, at most those of a fragment; any value if there are none. All lanes make the
    /// call, and take the same branch.
    IMPULSE_INLINE value fragment(int begin, int size) const {
        if (warp.ballot(0 < size && size < positions) != 0) return few<positions>(begin, size);
        value whole;
        if (size > 0) whole = few<positions>(begin, positions);
        return whole;
    }
};

}  // namespace impulse::detail
