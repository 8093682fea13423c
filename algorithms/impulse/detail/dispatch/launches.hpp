// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launches that a plan says, in order.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/kernel/column_work.hpp>
#include <impulse/detail/kernel/compact_run_offsets.hpp>
#include <impulse/detail/kernel/flag_run_heads.hpp>
#include <impulse/detail/kernel/segmented_pass.hpp>
#include <impulse/detail/kernel/subtree_list.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/layout/strided_segments.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/tree/nodes.hpp>
#include <impulse/policies/schedule.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// That a lane takes at once of a layout by keys.
template <class Layout, class Source>
consteval int lane_keys() {
    if constexpr (is_key_runs<Layout>)
        return keys_of_lane(sizeof(typename Layout::key_type),
                            is_staged<Source> ? sizeof(typename Source::item_type) : 1);
    else
        return 1;
}

/// `Runtime` is a place's, `Scratch` its memory for this call.
template <class Schedule, class Runtime, class Scratch>
struct launches {
    Runtime& at;
    const plan& p;
    Scratch& scratch;

    using partials_type = decltype(std::declval<Scratch&>().partials());

    /// All of a problem's.
    template <class Problem>
    void take(Problem asked) const {
        using layout = typename Problem::layout_type;
        if constexpr (is_strided_segments<layout>)
            take_column_tiles(std::move(asked));
        else if constexpr (is_key_runs<layout>)
            take_key_runs(std::move(asked));
        else
            take_groups(std::move(asked));
    }

  private:
    /// The policy's.
    template <class Work>
    void run(Work todo) const {
        scheduled<Schedule, Work> body{std::move(todo), 0, p.once ? 1 : Schedule::launches(p)};
        if constexpr (requires { todo.once; }) {
            if (p.once && p.blocks > 1) {
                if constexpr (requires { at.launch_cluster(body, p.blocks, p.threads); })
                    if (at.launch_cluster(body, p.blocks, p.threads)) return;
                body.todo.once = false;  // one block, but not at once
            }
        }
        for (; body.launch < body.launches; ++body.launch)
            at.launch(body, p.once ? 1 : Schedule::blocks(p, body.launch), p.threads);
    }

    template <class Problem>
    void take_column_tiles(Problem asked) const {
        if constexpr (are_flagged_values<partials_type, typename Problem::accumulator>) {
            if (p.columns.lanes == 0) return launch_segmented<false>(asked);
        }
        const index_t column_tiles = divide_up(p.results, p.columns.of_block());
        run(column_work<Problem, partials_type, Schedule::cuts>{
            p.log2_subtree, column_tiles, p.subtrees / column_tiles, p.columns, scratch.partials(),
            scratch.list(), scratch.shared(), std::move(asked)});
    }

    /// The groups of which a layout knows where they lie: one, or at first those that are short.
    template <class Problem>
    void take_groups(Problem asked) const {
        if constexpr (Problem::layout_type::has_many) {
            take_segmented(asked);
            if (p.subtrees == 0) return;
        }
        take_subtrees(std::move(asked));
    }
    template <class Problem>
    void take_subtrees(Problem asked) const {
        run(work<Problem, partials_type>{p.log2_subtree, log2_floor(p.leaf), p.once, p.subtrees,
                                         scratch.partials(), list(), scratch.shared(), std::move(asked)});
    }
    subtree_list list() const { return {scratch.list(), p.listed}; }

    /// Staged or not; where that cannot be planned, both, of which one does nothing.
    template <class Problem>
    void take_segmented(const Problem& asked) const {
        using acc = typename Problem::accumulator;
        using layout = typename Problem::layout_type;
        if constexpr (are_flagged_values<partials_type, acc> &&
                      segmented_reduce_traits<acc, layout, typename Problem::source_type,
                                              typename Problem::operator_type>::can_stage()) {
            const bool probes_lengths = is_cleared<layout> || p.first.probes_lengths;
            if (probes_lengths || p.first.stages) launch_segmented<true>(asked, probes_lengths);
            if (probes_lengths || !p.first.stages) launch_segmented<false>(asked, probes_lengths);
        } else {
            launch_segmented<false>(asked);
        }
    }
    template <bool Stages, class Problem>
    void launch_segmented(const Problem& asked, bool probes_lengths = false) const {
        at.launch(segmented_pass<Problem, Stages>{p.first.iterations, p.first.batch_size, p.first.longest,
                                                  p.log2_subtree, Schedule::cuts, probes_lengths, list(),
                                                  scratch.shared(), asked},
                  p.first.blocks, p.first.threads);
    }

    /// Runs are found and listed, some tiles of keys at a time; what is listed are groups like any.
    template <class Problem>
    void take_key_runs(Problem asked) const {
        using found_type =
            problem<typename Problem::accumulator, typename Problem::source_type,
                    typename Problem::operator_type, compacted_runs, typename Problem::sink_type>;
        using keys_type = typename Problem::layout_type;
        if constexpr (are_flagged_values<partials_type, typename Problem::accumulator>) {
            static_assert(
                copies_as_bytes_v<typename keys_type::key_type> &&
                    sizeof(typename keys_type::key_type) <= 256,
                "impulse: on a GPU the keys of by_key must be trivially copyable (they travel between "
                "threads as bytes), of at most 256 bytes");
        }
        const run_search& s = p.search;
        constexpr int rounds = lane_keys<keys_type, typename Problem::source_type>();
        const key_tiles<keys_type, rounds> tiles{asked.layout, s.tiles, s.tile, scratch.tiles(),
                                                 scratch.marks()};
        at.launch(flag_run_heads<keys_type, rounds>{tiles, scratch.shared()}, s.blocks, s.threads);
        if (s.tiles == 0) return;
        found_type found{asked.source,
                         {scratch.tiles(), s.tiles, s.tile, s.listed, 0, 0, scratch.runs(), scratch.marks(),
                          s.marks, asked.layout.count},
                         asked.op,
                         asked.sink,
                         asked.zero};
        for (index_t& first = found.layout.first; first < s.tiles; first += s.listed) {
            found.layout.origin = first * s.tile;
            at.launch(
                compact_run_offsets<keys_type, rounds>{
                    tiles, {first, (std::min)(s.tiles, first + s.listed)}, scratch.runs()},
                s.blocks, s.threads);
            take_segmented(found);
        }
        take_subtrees(found);
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
