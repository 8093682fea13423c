// SPDX-License-Identifier: Apache-2.0
/// \file
/// `work`: a reduction as every thread of its grid sees it, and the two things that a schedule lets blocks do with it: take
/// pieces in, and join the cells of results that have several.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/together.hpp>
#include <impulse/parts/atomics.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/parts/collectives.hpp>
#include <impulse/parts/serial.hpp>
#include <impulse/parts/tile.hpp>
#include <impulse/plan.hpp>
#include <impulse/sources/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What a call asks for: the items of a source, a result for each group of a layout, by an operator, into a sink.
template <class Acc, class Source, class Op, class Layout, class Sink>
struct problem {
    using accumulator = Acc;
    using source_type = Source;
    using operator_type = Op;

    Source source;
    Layout layout;
    Op op;
    Sink sink;
    std::uint32_t zero = 0;  ///< opaque_zero()
};

/// Partial results in memory, as leaves.
template <class Acc>
struct cell_leaves {
    static constexpr tile_shape shape = {1, sizeof(Acc) <= 16 ? 4 : 1};
    cell<Acc>* cells;

    /// Each is read once, so one that cannot be copied is moved.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED Acc operator[](index_t i) const { return std::move(*cells[i]); }

    template <int C>
    struct loaded {
        cell<Acc> chunk[C];
        IMPULSE_SHARED const Acc& operator()(int j) const { return *chunk[j]; }
    };
    template <int K, int C>
    IMPULSE_SHARED loaded<C> load(index_t i, index_t stride) const {
        return load_some<K, C>(i, stride, i + C * stride);
    }
    template <int K, int C>
    IMPULSE_SHARED loaded<C> load_some(index_t i, index_t stride, index_t end) const {
        loaded<C> some;
        IMPULSE_UNROLL
        for (int c = 0; c < C; ++c)
            if (i + c * stride < end) some.chunk[c] = cells[i + c * stride];
        return some;
    }
};

/// The value of `range` of the leaves, in thread 0 of a block, of which warp w takes the leaves from w 2^log2_share on; or,
/// where each warp has a range of its own (`alone`), in lane 0 of each. An empty range gives nothing. Every thread must call.
IMPULSE_NO_EXEC_CHECK
template <class Acc, class Block, class Leaves, class Op>
IMPULSE_INLINE cell<Acc> reduce_in_block(Block& block, const Leaves& leaves, interval range, int log2_share, bool alone,
                                         const joining<Acc, Op>& join) {
    cell<Acc> mine;
    if constexpr (Block::is_one_thread) {
        if (range.size() > 0) mine = cell<Acc>(detail::reduce_serially<Acc>(leaves, range, join));
    } else {
        interval share = range;
        if (!alone) {
            share.begin += index_t{block.warp_rank()} << log2_share;
            const index_t end = share.begin + (index_t{1} << log2_share);
            share.end = end < range.end ? end : range.end;
        }
        if (share) mine = detail::reduce_leaves<Acc>(block.warp(), leaves, share, join);
        if (!alone) detail::join_warps<Acc>(block, mine, static_cast<int>(shift_up(range.size(), log2_share)), join);
    }
    return mine;
}

template <class Problem>
struct work {
    using problem_type = Problem;
    using accumulator = typename Problem::accumulator;
    using source_type = typename Problem::source_type;
    using operator_type = typename Problem::operator_type;

    int log2_piece;  ///< in leaves, as the plan has them
    int log2_share;
    int log2_leaf;
    bool by_warp;
    bool meets;  ///< results have several pieces, which meet in cells
    index_t turns;
    cell<accumulator>* cells;
    counters* shared;
    Problem problem;

    /// Which turns a block has: an even share, in order.
    template <class Block>
    IMPULSE_SHARED interval share_of(const Block& block) const {
        if (block.grid_size() == turns) return {block.grid_rank(), block.grid_rank() + 1};
        return even_split::of(turns, block.grid_size()).share(block.grid_rank());
    }

    /// To be called once by every block, before anything else.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void begin(Block& block) const {
        if (block.grid_rank() == 0 && block.rank() == 0) problem.sink.begin(problem.layout);
    }

    /// Takes one turn: a piece, or a piece for each warp. Where it is a result of its own that is finished, else it is
    /// left in its cell. Every thread of the block must call; the block meets once.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void take(Block& block, index_t turn) const {
        const int log2 = log2_piece + log2_leaf;
        const index_t p = by_warp ? turn * block.warps() + block.warp_rank() : turn;
        if (p >= problem.layout.all_pieces(log2)) return;  // a warp alone only where no other is waited for
        const piece at = problem.layout.locate(p, log2);
        const interval items = problem.layout.items(at.result);
        in_place([&](auto& source, auto& op) {
            using leaves_type = leaves<accumulator, std::remove_reference_t<decltype(source)>,
                                       std::remove_reference_t<decltype(op)>>;
            const joining<accumulator, std::remove_reference_t<decltype(op)>> joins(op, problem.zero);
            const leaves_type all(source, joins, items);
            const index_t begin = at.position << log2_piece;
            const index_t end = begin + (index_t{1} << log2_piece);
            const interval range{begin, end < all.count() ? end : all.count()};
            cell<accumulator> value =
                detail::reduce_in_block<accumulator>(block, all, range, log2_share, by_warp, joins);
            const bool leader = by_warp ? block.warp().rank() == 0 : block.rank() == 0;
            if (!leader) return;
            if (meets && problem.layout.pieces(at.result, log2) > 1)
                cells[p] = std::move(value);
            else
                problem.sink.finish(at.result, items.size(), value, joins);
        });
    }

    /// Joins the cells of result r, if it has several pieces. Every thread of the block must call.
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void join(Block& block, index_t r) const {
        const int log2 = log2_piece + log2_leaf;
        const index_t pieces = problem.layout.pieces(r, log2);
        if (pieces <= 1) return;
        in_place([&](auto&, auto& op) {
            const joining<accumulator, std::remove_reference_t<decltype(op)>> joins(op, problem.zero);
            const cell_leaves<accumulator> all{cells + problem.layout.first_piece(r, log2)};
            constexpr index_t tile = index_t{Block::warp_width} * cell_leaves<accumulator>::shape.per_lane();
            const index_t each = divide_up(pieces, block.warps());
            const int share = log2_floor(ceil_power(each > tile ? each : tile));
            cell<accumulator> value = detail::reduce_in_block<accumulator>(block, all, {0, pieces}, share, false, joins);
            if (block.rank() == 0) problem.sink.finish(r, problem.layout.items(r).size(), value, joins);
        });
    }
    /// The same for all results r, r + step, ...
    IMPULSE_NO_EXEC_CHECK
    template <class Block>
    IMPULSE_SHARED void join_all(Block& block, index_t r, index_t step) const {
        for (const index_t results = problem.layout.results(); r < results; r += step) join(block, r);
    }

  private:
    static constexpr bool op_in_place =
        joins_rvalues<const operator_type, accumulator> || joins_lvalues<const operator_type, accumulator> ||
        combines<operator_type, accumulator>;

    /// f(source, op): as they are where that changes nothing of them, else a thread's own copies.
    IMPULSE_NO_EXEC_CHECK
    template <class F>
    IMPULSE_SHARED void in_place(const F& f) const {
        std::conditional_t<source_type::in_place, const source_type&, source_type> source = problem.source;
        std::conditional_t<op_in_place, const operator_type&, operator_type> op = problem.op;
        f(source, op);
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
