// SPDX-License-Identifier: Apache-2.0
/// \file
/// A bundle of neighbouring results whose items are interleaved, taken side by side: by the warps of a block.
#pragma once

#include <impulse/bundling.hpp>
#include <impulse/config.hpp>
#include <impulse/operators/together.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/collectives.hpp>
#include <impulse/parts/lane_leaves.hpp>
#include <impulse/parts/mailbox.hpp>
#include <impulse/parts/share.hpp>
#include <impulse/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Steps of a warp that are one node: 2^steps.
inline constexpr int most_log2_steps = 10;        ///< where results are cut into pieces
inline constexpr int most_log2_steps_uncut = 30;  ///< where they are not

/// How many warps of a block may share a bundle: what they pass to each other is no more than 16 KiB.
IMPULSE_SHARED constexpr int row_warps_for(int sets, int cell_bytes) {
    const int most = detail::power_within((32 << 10) / (32 * sets * cell_bytes));
    return most < 2 ? 2 : most < 8 ? most : 8;
}
/// What they pass, for each lane of a warp.
template <class Acc>
consteval int exchanged_by_rows(int sets) {
    return row_warps_for(sets, static_cast<int>(sizeof(cell<Acc>))) / 2 * sets;
}

/// The leaves of a source's results.
template <class Acc, class Source, class Op, class Layout>
struct bundle_of_items {
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    static constexpr lane_share share = lane_share_for(Source::item_bytes * length, int{sizeof(Acc)});
    using loaded = lane_leaves<Acc, Source, Op, share.each>;

    Source& source;
    const Layout& layout;
    index_t first;  ///< result
    index_t items;  ///< of each

    /// Those of the results from another on.
    IMPULSE_INLINE bundle_of_items after(int result) const { return {source, layout, first + result, items}; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE index_t origin(int result) const { return layout.items(first + result).begin; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void load(loaded& to, index_t origin, index_t k, index_t end) const {
        const index_t last = end * length < items ? end * length : items;
        to.load(source, origin, k, last);
    }
    /// Whether `load_whole` may be asked for all leaves before `end`.
    IMPULSE_SHARED bool are_whole(index_t end) const {
        return (length == 1 || end * length <= items) && source.goes_on(share.each * length);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void load_whole(loaded& to, index_t origin, index_t k) const {
        to.load_whole(source, origin, k);
    }
};

/// The cells that the pieces of a bundle left, as leaves: whoever reads one waits for it.
template <class Acc, int Sets, class Block>
struct bundle_of_cells {
    static constexpr int words = mailbox<Acc>::words * Sets;
    static constexpr lane_share share = {words <= 4 ? 8 : words <= 8 ? 4 : 1, Sets};

    mailbox<Acc>* boxes;
    int width;
    Block& block;

    /// What was seen of up to `each` cells.
    struct loaded {
        typename mailbox<Acc>::glance seen[share.each];
        mailbox<Acc>* first;
        int width;
        Block* block;
        int there;
        int left;

        IMPULSE_INLINE void look() {
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j)
                if (j < there) seen[j].at(first[j * width]);
        }
        IMPULSE_INLINE bool has_all() const {
            bool all = true;
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j) all = all && (j >= there || seen[j].has_all());
            return all;
        }
        template <bool, class Join>
        IMPULSE_INLINE cell<Acc> node(const Join& join) {
            for (; !has_all(); look()) block->pause();
            cell<Acc> part[share.each];
            IMPULSE_UNROLL
            for (int j = 0; j < share.each; ++j)
                if (j < there) part[j] = seen[j].take(first[j * width]);
            IMPULSE_UNROLL
            for (int step = 1; step < share.each; step *= 2) {
                IMPULSE_UNROLL
                for (int j = 0; j < share.each; j += 2 * step)
                    if (j + step < there)
                        part[j] = cell<Acc>(join(std::move(*part[j]), std::move(*part[j + step])));
            }
            return part[0];
        }
    };

    IMPULSE_INLINE bundle_of_cells after(int result) const { return {boxes + result, width, block}; }
    IMPULSE_INLINE index_t origin(int result) const { return result; }
    IMPULSE_INLINE void load(loaded& to, index_t origin, index_t k, index_t end) const {
        const index_t left = end - k;
        to.first = boxes + k * width + origin;
        to.width = width;
        to.block = &block;
        to.left = static_cast<int>(left < 0 ? 0 : left < 1 << 20 ? left : 1 << 20);
        to.there = to.left < share.each ? to.left : share.each;
        to.look();
    }
    IMPULSE_SHARED static bool are_whole(index_t) { return false; }  // each is read once
    IMPULSE_INLINE void load_whole(loaded&, index_t, index_t) const {}
};

/// A warp's part of a bundle. `Leaves` is one of the above; of at most 2^Steps steps.
template <class Acc, class Warp, class Leaves, class Op, int Steps>
class bundle_warp {
  public:
    static constexpr int each = Leaves::share.each;
    static constexpr int sets = Leaves::share.sets;
    static constexpr int width = Warp::width;

    IMPULSE_INLINE bundle_warp(const Warp& warp, const Leaves& leaves, const joining<Acc, Op>& join,
                               const bundling& by, int results)
        : warp_(warp),
          leaves_(leaves),
          join_(join),
          lanes_(by.lanes),
          slots_(by.slots),
          log2_slots_(log2_floor(by.slots)),
          log2_others_(log2_floor(width / by.lanes)),
          other_(warp.rank() / by.lanes),
          results_(results) {
        idle_ = other_ >> log2_others_ != 0;
        if (idle_) other_ = 0;
    }

    /// Which result of the bundle this lane has in slot s, and whether it is this lane that has its value in the end.
    IMPULSE_INLINE int result(int s) const { return warp_.rank() % lanes_ + lanes_ * s; }
    IMPULSE_INLINE bool has_value(int s) const {
        return !idle_ && other_ == 0 && s < slots_ && result(s) < results_;
    }

    /// The nodes of the results over `range`, which is not empty and begins at a multiple of its length rounded up to a power
    /// of two. At each step a lane takes `each` leaves in each of `sets` places; a lane and a slot that have no result take
    /// what another takes, where nothing else is missing.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void reduce(interval range, cell<Acc> (&total)[sets]) const {
        index_t origin[sets];
        bool mine[sets];
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) {
            const int r = result(s & (slots_ - 1));
            mine[s] = !idle_ && r < results_;
            origin[s] = leaves_.origin(r < results_ ? r : 0);
        }
        cell<Acc> waiting[Steps + 1][sets];
        const index_t step = index_t{(sets >> log2_slots_) * each} << log2_others_;
        std::uint32_t t = 0;
        IMPULSE_NO_UNROLL
        for (index_t at = range.begin; at < range.end; at += step, ++t) {
            typename Leaves::loaded loaded[sets];
            const auto leaf = [&](int s) {
                return at + ((index_t{s >> log2_slots_} << log2_others_) + other_) * each;
            };
            if (range.end - at >= step && leaves_.are_whole(at + step)) {
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) leaves_.load_whole(loaded[s], origin[s], leaf(s));
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s) total[s] = loaded[s].template node<true>(join_);
                join_others<true>(loaded, total);
            } else {
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s)
                    leaves_.load(loaded[s], origin[s], leaf(s), mine[s] ? range.end : 0);
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s)
                    if (loaded[s].there > 0) total[s] = loaded[s].template node<false>(join_);
                join_others<false>(loaded, total);
            }
            put(total, t, range.end - at <= step, waiting);
        }
    }

  private:
    /// Joins what lanes and slots have of the same results.
    IMPULSE_NO_EXEC_CHECK
    template <bool Whole, class Loaded>
    IMPULSE_INLINE void join_others(const Loaded& loaded, cell<Acc> (&node)[sets]) const {
        IMPULSE_NO_UNROLL
        for (int d = 1; d >> log2_others_ == 0; d *= 2) {
            const bool left = !idle_ && (other_ & (2 * d - 1)) == 0;
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s) {
                cell<Acc> right = warp_.shuffle(node[s], (warp_.rank() + d * lanes_) & (width - 1));
                if (left && (Whole || loaded[s].left > d * each))
                    node[s] = cell<Acc>(join_(std::move(*node[s]), std::move(*right)));
            }
        }
        IMPULSE_UNROLL
        for (int d = 1; d < sets; d *= 2) {
            if (d < slots_) continue;
            IMPULSE_UNROLL
            for (int s = 0; s + d < sets; ++s)
                if ((s & (2 * d - 1)) < slots_ && !idle_ && other_ == 0 && (Whole || loaded[s + d].there > 0))
                    node[s] = cell<Acc>(join_(std::move(*node[s]), std::move(*node[s + d])));
        }
    }
    /// Takes in node number t of each slot, as a binary counter does; of the last one makes the value.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void put(cell<Acc> (&node)[sets], std::uint32_t t, bool last,
                            cell<Acc> (&waiting)[Steps + 1][sets]) const {
        if (idle_ || other_ != 0) return;
        int level = 0;
        IMPULSE_NO_UNROLL
        for (; t >> level != 0; ++level) {
            if ((t >> level & 1) != 0) {
                IMPULSE_UNROLL
                for (int s = 0; s < sets; ++s)
                    if (has_value(s))
                        node[s] = cell<Acc>(join_(Acc(*waiting[level][s]), std::move(*node[s])));
            } else if (!last) {
                break;
            }
        }
        if (last) return;
        IMPULSE_UNROLL
        for (int s = 0; s < sets; ++s) waiting[level][s] = node[s];
    }

    const Warp& warp_;
    const Leaves& leaves_;
    const joining<Acc, Op>& join_;
    int lanes_;
    int slots_;
    int log2_slots_;
    int log2_others_;  ///< 2^log2_others_ lanes have the same results
    int other_;        ///< which of them
    bool idle_;        ///< none of them: it is left over
    int results_;
};

/// The values of the `results` results of a block's bundles over `range`: calls give(result, value) once for each. All
/// threads of the block must call. `rows` of its warps take 2^log2_share leaves each.
IMPULSE_NO_EXEC_CHECK
template <class Acc, int Steps, class Block, class Leaves, class Op, class Give>
IMPULSE_INLINE void reduce_bundles(Block& block, const Leaves& leaves, const joining<Acc, Op>& join,
                                   const bundling& by, int results, interval range, int log2_share,
                                   const Give& give) {
    constexpr int sets = Leaves::share.sets;
    constexpr int width = Block::warp_width;
    const auto warp = block.warp();
    const int column = block.warp_rank() / by.rows;
    const int row = block.warp_rank() % by.rows;
    const int first = column * by.width();
    const int count = results - first < by.width() ? results - first : by.width();
    const index_t begin = range.begin + (index_t{row} << log2_share);
    const index_t end = begin + (index_t{1} << log2_share);
    const interval mine{begin, end < range.end ? end : range.end};
    const Leaves own = leaves.after(first);
    const bundle_warp<Acc, decltype(block.warp()), Leaves, Op, Steps> taking(warp, own, join, by, count);
    cell<Acc> total[sets];
    if (mine && count > 0) taking.reduce(mine, total);
    IMPULSE_NO_UNROLL
    for (int d = 1; d < by.rows; d *= 2) {
        cell<Acc>* const shared = block.template exchange<cell<Acc>, exchanged_by_rows<Acc>(sets) * width>();
        cell<Acc>* const passed =
            shared + (column * (by.rows / (2 * d)) + row / (2 * d)) * sets * width + warp.rank();
        if ((row & (2 * d - 1)) == d) {
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s)
                if (mine && taking.has_value(s)) passed[s * width] = total[s];
        }
        block.sync();
        if ((row & (2 * d - 1)) == 0 && begin + (index_t{d} << log2_share) < range.end) {
            IMPULSE_UNROLL
            for (int s = 0; s < sets; ++s)
                if (taking.has_value(s))
                    total[s] = cell<Acc>(join(std::move(*total[s]), Acc(*passed[s * width])));
        }
    }
    if (row != 0) return;
    IMPULSE_UNROLL
    for (int s = 0; s < sets; ++s)
        if (taking.has_value(s)) give(first + taking.result(s), total[s]);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
