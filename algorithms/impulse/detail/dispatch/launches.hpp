// SPDX-License-Identifier: Apache-2.0
/// \file
/// The launches of a plan, in order.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/kernel/column_work.hpp>
#include <impulse/detail/kernel/keyed_pass.hpp>
#include <impulse/detail/kernel/listed_runs.hpp>
#include <impulse/detail/kernel/runs_by_thread.hpp>
#include <impulse/detail/kernel/segmented_pass.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/array_segments.hpp>
#include <impulse/detail/layout/key_runs.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>
#include <impulse/policies/schedule.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The same problem over another layout.
template <class Layout, class Problem>
using problem_over = problem<typename Problem::accumulator, typename Problem::source_type,
                             typename Problem::operator_type, Layout, typename Problem::sink_type>;

/// Whether blocks take tiles of the keys of such a layout in one pass.
template <class Acc, class Source, class Op, class Layout>
consteval bool has_keyed_tiles() {
    if constexpr (is_key_runs<Layout>)
        return takes_keyed_tiles<typename Layout::key_type, Acc, Source, Op>();
    else
        return false;
}

/// `Runtime` is the place's, `Plan` the layout's (`plan_for`), `Scratch` the place's memory for this call.
template <class Schedule, class Runtime, reduction_plan Plan, class Scratch>
struct launches {
    Runtime& at;
    const Plan& p;
    Scratch& scratch;

    using partials_type = decltype(std::declval<Scratch&>().partials());

    /// All launches of a problem.
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
    /// The launches of the policy.
    template <class Work>
    void run(Work todo) const {
        const tile_plan& t = p.tiles;
        scheduled<Schedule, Work> body{std::move(todo), 0, t.single_tile ? 1 : Schedule::launches(t)};
        if constexpr (requires { todo.single_tile; }) {
            if (t.in_cluster()) {
                if constexpr (requires { at.launch_cluster(body, t.blocks, t.threads); })
                    if (at.launch_cluster(body, t.blocks, t.threads)) return;
                body.todo.single_tile = false;  // one block, but not all at once
            }
        }
        for (; body.launch < body.launches; ++body.launch)
            at.launch(body, t.single_tile ? 1 : Schedule::blocks(t, body.launch), t.threads);
    }

    template <class Problem>
    void take_column_tiles(Problem asked) const {
        if constexpr (are_flagged_values<partials_type, typename Problem::accumulator>) {
            if (p.segments) return launch_segmented<segmented_way::lanes>(asked, *p.segments);
        }
        const column_plan& columns = *p.columns;
        run(column_work<Problem, partials_type, Schedule::cuts>{
            .log2_subtree = p.tiles.log2_subtree,
            .all = columns.column_tiles,
            .subtrees = p.tiles.subtrees / columns.column_tiles,
            .by = columns.tile,
            .partials = scratch.partials(),
            .column_tiles = scratch.list(),
            .shared = scratch.shared(),
            .problem = std::move(asked)});
    }

    /// The launches over groups whose bounds are known: one, or a first one that finishes short groups.
    template <class Problem>
    void take_groups(Problem asked) const {
        if constexpr (Problem::layout_type::has_many) {
            take_segmented(asked);
            if (p.tiles.subtrees == 0) return;
        }
        take_subtrees(std::move(asked));
    }
    template <class Problem>
    void take_subtrees(Problem asked) const {
        const tile_plan& t = p.tiles;
        subtree_list list{scratch.list(), 0};
        if constexpr (Problem::layout_type::has_many) list.capacity = detail::part_of(p.segments)->listed;
        run(work<Problem, partials_type, Schedule::fetches>{.log2_subtree = t.log2_subtree,
                                                            .log2_leaf = log2_floor(t.leaf),
                                                            .single_tile = t.single_tile,
                                                            .subtrees = t.subtrees,
                                                            .partials = scratch.partials(),
                                                            .list = list,
                                                            .shared = scratch.shared(),
                                                            .problem = std::move(asked)});
    }

    /// The launch over short results: with staging (by tiles if results are equal) or without. If the plan
    /// cannot decide, both are launched, and one of them ends at once.
    template <class Problem>
    void take_segmented(const Problem& asked) const {
        using acc = typename Problem::accumulator;
        using layout = typename Problem::layout_type;
        const segmented_launch& first = *detail::part_of(p.segments);
        using traits = segmented_reduce_traits<acc, layout, typename Problem::source_type,
                                               typename Problem::operator_type>;
        if constexpr (are_flagged_values<partials_type, acc> && traits::can_stage()) {
            if constexpr (traits::has_tiles())
                if (first.tiles) {
                    launch_segmented<segmented_way::tiles>(asked, first);
                    if (!first.samples_tiles) return;
                }
            if (first.probes_lengths || first.stages)
                launch_segmented<segmented_way::fragments>(asked, first);
            if (first.probes_lengths || !first.stages) launch_segmented<segmented_way::lanes>(asked, first);
        } else {
            launch_segmented<segmented_way::lanes>(asked, first);
        }
    }
    template <segmented_way Way, class Problem>
    void launch_segmented(const Problem& asked, const segmented_launch& first) const {
        const bool is_other = Way == segmented_way::lanes && first.stages;  // than the plan's way
        at.launch(
            segmented_pass<Problem, Way>{
                .iterations = first.iterations,
                .batch_size = is_other ? first.iterations.batch_size(p.tiles.results) : first.batch_size,
                .samples_tiles = first.samples_tiles,
                .probes_lengths = first.probes_lengths,
                .longer = longer(asked, first)},
            first.blocks, first.threads);
    }
    template <class Problem>
    longer_results<Problem> longer(const Problem& asked, const segmented_launch& first) const {
        return {.longest = first.longest,
                .log2_subtree = p.tiles.log2_subtree,
                .cuts = Schedule::cuts,
                .list = {scratch.list(), first.listed},
                .shared = scratch.shared(),
                .asked = asked};
    }

    template <class Problem>
    void take_key_runs(Problem asked) const {
        using keys_type = typename Problem::layout_type;
        if constexpr (are_flagged_values<partials_type, typename Problem::accumulator>) {
            static_assert(copies_as_bytes_v<typename keys_type::key_type> &&
                              sizeof(typename keys_type::key_type) <= 256,
                          "impulse: on a GPU the keys of by_key must be trivially copyable (threads exchange "
                          "their bytes), of at most 256 bytes");
        }
        if constexpr (!are_flagged_values<partials_type, typename Problem::accumulator>)
            take_runs_by_threads(std::move(asked));
        else if constexpr (has_keyed_tiles<typename Problem::accumulator, typename Problem::source_type,
                                           typename Problem::operator_type, keys_type>())
            take_keyed_tiles(std::move(asked));
        else
            take_listed_runs(std::move(asked));
    }

    /// The problem over the tiles of a search.
    template <class Problem>
    auto over_tiles(const Problem& asked) const {
        const run_search& s = p.key_runs;
        return problem_over<counted_tiles, Problem>{
            asked.source,
            {scratch.tiles(), s.tiles, s.part, s.tile, asked.layout.count},
            asked.op,
            asked.sink,
            asked.zero};
    }

    /// Reduces runs by CPU threads, a tile each; if there are several, they count the ends before.
    template <class Problem>
    void take_runs_by_threads(Problem asked) const {
        using keys_type = typename Problem::layout_type;
        const run_search& s = p.key_runs;
        const auto over = over_tiles(asked);
        // fault: marked-ends
        const marked_ends marked{s.is_counted ? scratch.runs() : nullptr};
        if (s.is_counted)
            at.launch(count_run_ends<keys_type>{asked.layout, over.layout, marked, scratch.shared()},
                      s.blocks, 1);
        at.launch(runs_by_thread<std::remove_const_t<decltype(over)>, keys_type>{asked.layout, marked,
                                                                                 longer(over, p.segments)},
                  s.blocks, 1);
        if (s.tiles > 0) take_subtrees(over);
    }

    /// Finds and lists runs, some tiles of keys at a time; the listed runs are reduced as segments.
    template <class Problem>
    void take_listed_runs(Problem asked) const {
        using keys_type = typename Problem::layout_type;
        using found_type = problem_over<listed_runs, Problem>;
        const run_search& s = p.key_runs;
        const counted_tiles tiles{scratch.tiles(), s.tiles, s.part, s.tile, asked.layout.count};
        found_type found{asked.source, {tiles, 0, 0, scratch.runs()}, asked.op, asked.sink, asked.zero};
        index_t& part = found.layout.part;
        do {
            at.launch(list_run_ends<keys_type>{asked.layout, tiles, part, scratch.runs()},
                      detail::clamp(s.tiles - part * s.part, 1, s.part), s.threads);
            if (s.tiles == 0) return;
            found.layout.origin = part * s.part * s.tile;
            take_segmented(found);
        } while (++part * s.part < s.tiles);
        take_subtrees(found);
    }

    /// Reduces tiles of keys in one pass, some tiles at a time; then the runs that were put off.
    template <class Problem>
    void take_keyed_tiles(Problem asked) const {
        using keys_type = typename Problem::layout_type;
        const run_search& s = p.key_runs;
        const auto rest = over_tiles(asked);
        using rest_type = std::remove_const_t<decltype(rest)>;
        index_t part = 0;
        do
            at.launch(
                keyed_pass<rest_type, keys_type>{asked.layout, part, s.max_put_off, longer(rest, p.segments)},
                detail::clamp(s.tiles - part * s.part, 1, s.part), s.threads);
        while (++part * s.part < s.tiles);
        if (s.tiles == 0) return;
        if (s.max_put_off >= 0)
            at.launch(keyed_rest<rest_type, keys_type>{asked.layout, longer(rest, p.segments)},
                      p.segments.blocks, p.segments.threads);
        take_subtrees(rest);
    }
};

}  // namespace impulse::detail
