// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first launch over a layout of many results. Warps finish short results, and list the subtrees of the
/// others for the launches of the schedule.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/kernel/segmented_reduce_by_thread.hpp>
#include <impulse/detail/kernel/segmented_reduce_few.hpp>
#include <impulse/detail/kernel/segmented_reduce_uniform.hpp>
#include <impulse/detail/kernel/subtree_reduce.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/segments.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/plan/many_results.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/detail/source/leaves.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// A launch that takes short results in one way; every thread of a grid calls it. Staging is faster if most
/// are too long for one lane. If the plan cannot tell, the kernels of lanes and of fragments are launched:
/// each samples the lengths, and one of them ends at once.
///
/// It also takes strided groups if all are short enough for one lane.
template <class Problem, segmented_way Way>
struct segmented_pass {
    using accumulator = typename Problem::accumulator;
    using layout_type = typename Problem::layout_type;
    using source_type = typename Problem::source_type;
    using traits =
        segmented_reduce_traits<accumulator, layout_type, source_type, typename Problem::operator_type, Way>;
    static constexpr bool by_tiles = Way == segmented_way::tiles;
    template <int Width>
    using smem_type =
        std::conditional_t<by_tiles, tile_smem<traits, Width>, typename traits::template warp_smem<Width>>;
    template <int Width>
    static constexpr int exchanged =
        exchanged_for_warps<accumulator, Width, typename smem_type<Width>::buffer>();
    /// Tiles need few registers, so there are more warps.
    static constexpr int max_threads = by_tiles ? max_packing_warps * 32 : 0;
    static constexpr int resident_blocks =
        by_tiles ? kernel_tuning::tile_warps_of(traits::item_bytes) / max_packing_warps : 1;

    group_iterations iterations;
    int batch_size;       ///< adjacent results that are a set: at most the lanes of a warp, unless it has one
    bool samples_tiles;   ///< whether the kernel of tiles is launched, too
    bool probes_lengths;  ///< whether both others are launched
    longer_results<Problem> longer;

    IMPULSE_SHARED const Problem& problem() const { return longer.asked; }

    template <class Block>
    IMPULSE_SHARED void operator()(Block& block) const {
        // fault: sink-begins
        if (block.grid_rank() == 0 && block.rank() == 0) problem().sink.begin(problem().layout);
        const auto layout = found(problem().layout);
        const index_t results = layout.results();
        if constexpr (has_bounds<layout_type> && traits::has_tiles())
            if (samples_tiles && are_equal(block, layout) != by_tiles) return;
        // fault: one-launch-of-two
        if (!by_tiles && probes_lengths && are_better_staged(block, layout) != traits::stages) return;
        const index_t warps = block.grid_size() * block.warps();
        // fault: warp-of-grid
        const index_t rank = block.grid_rank() * block.warps() + block.warp_rank();
        const auto warp = block.warp();
        using smem = smem_type<Block::warp_width>;
        auto* const some = block.template exchange<typename smem::buffer, max_packing_warps>();
        auto* const others = block.template exchange<typename smem::buffer, max_packing_warps>();
        const smem warp_smem{some + block.warp_rank(), others + block.warp_rank()};
        [[maybe_unused]] const int batch = !is_cleared<layout_type> ? batch_size
                                           : traits::stages ? detail::packed_batch(iterations, results)
                                                            : iterations.batch_size(results);
        if constexpr (by_tiles)
            take_tiles(layout, warp, warp_smem, rank, warps);
        else
            with_groups(*this, layout, warp, batch, warp_smem, [&](const auto& groups) {
                if constexpr (Way == segmented_way::fragments)
                    groups.take_by_fragments(rank, warps, results);
                else
                    groups.take(rank, warps, results, [&](index_t first) {
                        // Of equal results none is too long for a lane, else all would be staged. (The
                        // average of leaves of several items is rounded down.)
                        constexpr bool are_short =
                            is_strided_segments<layout_type> ||
                            (has_equal_lengths<layout_type> && traits::length == 1 && traits::can_stage());
                        constexpr bool has_others = Block::warp_width > 1 && !are_short;
                        if constexpr (has_others) take_others(*this, warp, batch, warp_smem, first);
                    });
            });
    }

  private:
    /// The layout, including what is only in memory.
    IMPULSE_SHARED static decltype(auto) found(const layout_type& layout) {
        if constexpr (is_cleared<layout_type>)
            return layout.found();
        else
            return (layout);
    }
    using found_type = std::remove_cvref_t<decltype(found(std::declval<const layout_type&>()))>;

    /// Whether many segments are too long for a lane, by their average length or by a sample.
    template <class Block>
    IMPULSE_SHARED bool are_better_staged(Block& block, const found_type& layout) const {
        if constexpr (Block::warp_width > 1) {
            const index_t results = layout.results();
            if (results == 0 || !iterations.may_vary(results)) return iterations.stages(results);
            const auto warp = block.warp();
            const index_t r = results / Block::warp_width * warp.rank();
            const bool is_long = leaves_of<Problem>(layout.items(r).size()) > iterations.leaves_per_lane;
            return kernel_tuning::long_ones_of * detail::count_bits(warp.ballot(is_long)) > Block::warp_width;
        } else {
            return false;
        }
    }

    /// The length of the results that tiles take. The last of them may be shorter.
    IMPULSE_SHARED int tile_length(const found_type& layout) const {
        if constexpr (has_bounds<layout_type>)
            return static_cast<int>(detail::divide_up(iterations.leaves, layout.results()));
        else
            return static_cast<int>(layout.length_of_each());
    }
    /// Whether all segments of a sample have that length.
    template <class Block>
    IMPULSE_SHARED bool are_equal(Block& block, const found_type& layout) const {
        const auto warp = block.warp();
        // fault: sample-of-equal
        const index_t r = layout.results() / Block::warp_width * warp.rank();
        return warp.ballot(layout.items(r).size() != tile_length(layout)) == 0;
    }

    template <class Warp, class Type>
    using kept = std::conditional_t<Warp::width == 1 && fits_registers<Type>, Type, const Type&>;

    /// The result of group r.
    IMPULSE_SHARED static index_t number_of(const found_type& layout, index_t r) {
        if constexpr (is_cleared<layout_type>)
            // fault: result-of-run
            return layout.result_of(r);
        else
            return r;
    }
    /// A sink for a CPU thread, with copies, which are then in registers.
    template <class KeptSink, class KeptLayout>
    struct sink_by_number {
        KeptSink sink;
        KeptLayout layout;
        template <class Op>
        IMPULSE_SHARED void finish(index_t r, index_t n, uninitialized<accumulator>& total,
                                   const op_adaptor<accumulator, Op>& join) const {
            sink.finish(number_of(layout, r), n, total, join);
        }
    };

    /// Calls visit(groups) with the object that reduces short groups.
    template <class Warp, class Smem, class Visit>
    IMPULSE_INLINE static void with_groups(const segmented_pass& to, const found_type& layout,
                                           const Warp& warp, int batch, const Smem& warp_smem,
                                           const Visit& visit) {
        detail::in_place(to.problem(), [&](auto& source, const auto& joins) {
            const auto fallback = [&](const auto& lanes, index_t r, const interval& items) {
                to.longer.take(lanes, number_of(layout, r), items);
            };
            using into_type = sink_by_number<kept<Warp, typename Problem::sink_type>, kept<Warp, found_type>>;
            const into_type into{to.problem().sink, layout};
            visit(segmented_reduce_by_thread<accumulator, found_type, into_type, decltype(fallback), Warp,
                                             std::remove_reference_t<decltype(source)>,
                                             std::remove_reference_t<decltype(joins.op())>, Way>{
                {into, warp, source, joins, warp_smem}, layout, fallback, batch});
        });
    }
    template <class Warp, class Smem>
    IMPULSE_INLINE void take_tiles(const found_type& layout, const Warp& warp, const Smem& warp_smem,
                                   index_t rank, index_t warps) const {
        detail::in_place(problem(), [&](auto& source, const auto& joins) {
            using sink_type = typename Problem::sink_type;
            using source_ref = std::remove_reference_t<decltype(source)>;
            using op_ref = std::remove_reference_t<decltype(joins.op())>;
            // Only segments of the library know how many items may be loaded: a plan has an upper bound of
            // those of all results, and not that if a caller's tuning gives items many bytes.
            if constexpr (is_a<layout_type, bounded_segments> &&
                          kernel_tuning::samples_few(Problem::source_type::item_bytes, 1)) {
                const segmented_reduce_few<accumulator, found_type, sink_type, Warp, source_ref, op_ref> few{
                    layout, problem().sink, warp, source, joins, tile_length(layout), layout.values};
                if (few.take(rank, warps, layout.results())) return;
            }
            segmented_reduce_by_tiles<accumulator, found_type, sink_type, Warp, source_ref, op_ref, traits>{
                problem().sink, warp, source, joins, warp_smem, layout, tile_length(layout), layout.results()}
                .take(rank, warps);
        });
    }
    template <class Warp, class Smem>
    IMPULSE_APART static void take_others(const segmented_pass& to, Warp warp, int batch, Smem warp_smem,
                                          index_t first) {
        const auto layout = found(to.problem().layout);
        with_groups(to, layout, warp, batch, warp_smem,
                    [&](const auto& groups) { groups.take_others(first, layout.results()); });
    }
};

}  // namespace impulse::detail
