// SPDX-License-Identifier: Apache-2.0
/// \file
/// The forest of a part of a longer input, computed at one place.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/layout/part.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/source/transform_source.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The request for some nodes of a part; `source` begins at the first of their items.
template <class Acc, class Source, class Layout, class Op>
auto request_in_whole(const Source& source, index_t first, Layout layout, const Op& op) {
    auto its = detail::in_whole(source, first);
    return request<decltype(its), Layout, no_init, Op, Acc>{std::move(its), std::move(layout), {}, op};
}

/// A part's forest; large nodes are reductions of their own, because they are slower as groups of one launch.
/// They take turns at two places that need not wait for each other: one begins while the other ends.
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Source, class Op>
void run_large_part_into(const policy<Schedule, Place, Memory, Checked>& how, runtime<Place>& one,
                         runtime<Place>& other, const Source& source, const Op& op, const part& whole,
                         index_t large, forest<typename Types::accumulator>* out) {
    using acc = typename Types::accumulator;
    const index_t origin = whole.first(), most = origin + whole.count();
    int done = 0;
    runtime<Place>* at = &other;
    const auto alternate = [&]() -> runtime<Place>& { return *(at = at == &one ? &other : &one); };
    const auto run = [&](interval nodes, auto layout_of) {
        const index_t first = nodes.begin << whole.log2_leaf;
        const index_t last = (std::min)(whole.extent().tail_begin(), nodes.end << whole.log2_leaf);
        // fault: items-of-node
        const auto asked = detail::request_in_whole<acc>(
            detail::rebind_source(source, some_items{first - origin, last - first}), first,
            layout_of(first, last - first), op);
        detail::run_into<request_types<std::remove_const_t<decltype(asked)>>>(
            how, alternate(), asked, forest_sink<acc>{out, whole, done});
        // fault: nodes-done
        done += detail::count_nodes(nodes.begin, nodes.end);
    };
    // Items of leaves that are cut, before and behind the nodes.
    const auto run_items = [&](index_t first, index_t last) {
        if (first == last) return;
        const auto asked = detail::request_in_whole<acc>(
            detail::rebind_source(source, some_items{first - origin, last - first}), first,
            part{{first}, {last - first}, whole.log2_leaf, true}, op);
        detail::run_into<request_types<std::remove_const_t<decltype(asked)>>>(
            how, alternate(), asked, forest_sink<acc>{out, whole, done});
        done += static_cast<int>(last - first);
    };
    const part_extent extent = whole.extent();
    run_items(origin, extent.head_end());
    for (interval rest = whole.leaves(); rest;) {
        interval nodes{rest.begin, rest.begin};
        for (interval next{}; nodes.end < rest.end; nodes.end = next.end) {
            next = detail::first_node(nodes.end, rest.end);
            if (next.size() >= large) break;
        }
        if (nodes) {
            run(nodes, [&](index_t first, index_t n) { return part{{first}, {n}, whole.log2_leaf}; });
        } else {
            nodes = detail::first_node(rest.begin, rest.end);
            run(nodes, [](index_t, index_t n) { return whole_input{{n}}; });
        }
        rest.begin = nodes.end;
    }
    run_items(extent.tail_begin(), most);
}

/// Whether a part is one node of the tree, and the request for that node: a reduction of its own, which is
/// faster than a group.
inline bool is_node(const part& its) { return its.results() == 1 && its.leaves(); }
template <class Acc, class Request>
auto node_of(const Request& r) {
    return detail::request_in_whole<Acc>(r.source, r.layout.first.most, whole_input{{r.layout.count.most}},
                                         r.op);
}
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Request>
void run_node_into(const policy<Schedule, Place, Memory, Checked>& how, runtime<Place>& at, const Request& r,
                   forest<typename Types::accumulator>* out) {
    using acc = typename Types::accumulator;
    const auto node = detail::node_of<acc>(r);
    detail::run_into<request_types<std::remove_const_t<decltype(node)>>>(how, at, node,
                                                                         forest_sink<acc>{out, r.layout});
}

/// Runs the request for a part into its forest. On a GPU it returns at once.
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Request>
void run_part_into(const policy<Schedule, Place, Memory, Checked>& how, runtime<Place>& at, const Request& r,
                   forest<typename Types::accumulator>* out) {
    using acc = typename Types::accumulator;
    // A caller's memory is for one launch.
    if constexpr (are_flagged_values<partials_of<Place, acc>, acc> && std::is_same_v<Memory, own_memory>) {
        const index_t leaf_bytes = index_t{Types::source::read_bytes} << r.layout.log2_leaf;
        const index_t large = divide_up(at.capacity().tuned.single_launch_bytes, leaf_bytes);
        const bool is_known = r.layout.first.at == nullptr;
        if (is_known && detail::is_node(r.layout)) return detail::run_node_into<Types>(how, at, r, out);
        if (is_known && r.layout.leaves().size() >= large) {
            const auto run = [&](runtime<Place>& one, runtime<Place>& other) {
                detail::run_large_part_into<Types>(how, one, other, r.source, r.op, r.layout, large, out);
            };
            if constexpr (requires { at.with_side(run); })
                return at.with_side(run);
            else
                return run(at, at);
        }
    }
    const auto asked = detail::request_in_whole<acc>(r.source, r.layout.first.most, r.layout, r.op);
    detail::run_into<request_types<std::remove_const_t<decltype(asked)>>>(how, at, asked,
                                                                          forest_sink<acc>{out, r.layout});
}

/// The request for the forest of the items `mine` of a whole; `source` begins at their first.
template <class Types, class Source, class Op>
auto partial_reduction(const Source& source, const Op& op, interval mine) {
    using acc = typename Types::accumulator;
    constexpr int leaf = leaf_of<Op, typename Types::item>::value;
    return request<Source, part, no_init, Op, acc>{
        source, {{mine.begin}, {mine.size()}, log2_floor(leaf), keeps_items<Op, acc>}, {}, op};
}

/// Computes that forest.
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Source, class Op>
auto own_forest(const policy<Schedule, Place, Memory, Checked>& how, const Source& source, const Op& op,
                interval mine) {
    using acc = typename Types::accumulator;
    forest<acc> made;
    made.begin = mine.begin, made.end = mine.end;
    made.leaf = leaf_of<Op, typename Types::item>::value;
    made.keeps_items = keeps_items<Op, acc>;
    if (mine.size() == 0) return made;
    const auto asked = detail::partial_reduction<Types>(source, op, mine);
    runtime<Place> at(how.place, how.memory);
    return at.template value<forest<acc>>(
        [&](forest<acc>* out) { detail::run_part_into<Types>(how, at, asked, out); });
}

}  // namespace impulse::detail
