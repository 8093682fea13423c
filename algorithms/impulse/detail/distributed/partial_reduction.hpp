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

#include <optional>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The request for some nodes of a part; `source` begins at the first item of these nodes.
template <class Acc, class Source, class Layout, class Op>
auto request_in_whole(const Source& source, index_t first, Layout layout, const Op& op) {
    auto its = detail::in_whole(source, first);
    return request<decltype(its), Layout, no_init, Op, Acc>{std::move(its), std::move(layout), {}, op};
}

/// Whether a part is one node of the tree, and the request for that node. An ordinary reduction is faster for
/// it than a group of a layout.
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

/// Two places whose work need not wait for each other until join(). This is the fallback: a place without a
/// second stream stands for both.
template <class Place>
struct itself_twice {
    explicit itself_twice(runtime<Place>& at) : at_(at) {}
    runtime<Place>& other() { return at_; }
    void join() {}

  private:
    runtime<Place>& at_;
};
template <class Place>
struct two_places_of {
    using type = itself_twice<Place>;
};
template <class Place>
requires requires { typename runtime<Place>::with_side; }
struct two_places_of<Place> {
    using type = typename runtime<Place>::with_side;
};

/// Whether a part may take several launches, or an ordinary one if it is a node: on a GPU. The caller's
/// memory suffices for one launch only.
template <class Policy, class Acc>
consteval bool launches_nodes() {
    using partials = partials_of<typename Policy::place_type, Acc>;
    return are_flagged_values<partials, Acc> && std::is_same_v<typename Policy::memory_type, own_memory>;
}

/// The launches that reduce a part to its forest. Each large node has a launch of its own, because it is
/// slower as a group of a common launch. The launches alternate between two streams, so that one begins while
/// the other ends.
template <class Types, class Policy, class Request>
class part_launches {
    using acc = typename Types::accumulator;
    using place = typename Policy::place_type;
    using two_places = typename two_places_of<place>::type;
    static constexpr bool may_be_several = launches_nodes<Policy, acc>();

  public:
    part_launches(const Policy& how, runtime<place>& at, const Request& r, forest<acc>* out)
        : how_(how), at_(at), r_(r), out_(out) {
        if constexpr (may_be_several) {
            const part& whole = r_.layout;
            const index_t leaf_bytes = index_t{Types::source::read_bytes} << whole.log2_leaf;
            large_ = divide_up(at.capacity().tuned.single_launch_bytes, leaf_bytes);
            if (whole.first.at == nullptr && !detail::is_node(whole) && whole.leaves().size() >= large_) {
                places_.emplace(at);
                rest_ = whole.leaves();
                next_ = whole.first();
            }
        }
    }

    /// Performs the first or next launch. Returns whether there is another one.
    bool launch() {
        if constexpr (may_be_several) {
            if (places_) return launch_some();
            if (r_.layout.first.at == nullptr && detail::is_node(r_.layout)) {
                detail::run_node_into<Types>(how_, at_, r_, out_);
                return false;
            }
        }
        const auto asked = detail::request_in_whole<acc>(r_.source, r_.layout.first.most, r_.layout, r_.op);
        detail::run_into<request_types<std::remove_const_t<decltype(asked)>>>(
            how_, at_, asked, forest_sink<acc>{out_, r_.layout});
        return false;
    }

  private:
    bool launch_some() {
        const part& whole = r_.layout;
        const part_extent extent = whole.extent();
        const index_t most = whole.first() + whole.count();
        if (next_ < extent.head_end()) {
            run_items(extent.head_end());
        } else if (rest_) {
            interval nodes{rest_.begin, rest_.begin};
            for (interval after{}; nodes.end < rest_.end; nodes.end = after.end) {
                after = detail::first_node(nodes.end, rest_.end);
                if (after.size() >= large_) break;
            }
            if (nodes) {
                run(nodes, [&](index_t first, index_t n) { return part{{first}, {n}, whole.log2_leaf}; });
            } else {
                nodes = detail::first_node(rest_.begin, rest_.end);
                run(nodes, [](index_t, index_t n) { return whole_input{{n}}; });
            }
            rest_.begin = nodes.end;
        } else {
            run_items(most);
        }
        if (next_ < most) return true;
        places_->join();
        return false;
    }
    void run(interval nodes, const auto& layout_of) {
        const part& whole = r_.layout;
        const auto& source = r_.source;
        const auto& op = r_.op;
        const index_t origin = whole.first();
        const index_t first = nodes.begin << whole.log2_leaf;
        const index_t end = nodes.end << whole.log2_leaf, tail = whole.extent().tail_begin();
        const index_t last = end < tail ? end : tail;
        // fault: items-of-node
        const auto asked = detail::request_in_whole<acc>(
            detail::rebind_source(source, some_items{first - origin, last - first}), first,
            layout_of(first, last - first), op);
        run_request(asked);
        // fault: nodes-done
        done_ += detail::count_nodes(nodes.begin, nodes.end);
        next_ = last;
    }
    /// Reduces the items of incomplete leaves, before or after the nodes.
    void run_items(index_t last) {
        const part& whole = r_.layout;
        const index_t first = next_, n = last - first;
        run_request(detail::request_in_whole<acc>(
            detail::rebind_source(r_.source, some_items{first - whole.first(), n}), first,
            part{{first}, {n}, whole.log2_leaf, true}, r_.op));
        done_ += static_cast<int>(n);
        next_ = last;
    }
    template <class Asked>
    void run_request(const Asked& asked) {
        runtime<place>& at = is_other_next_ ? places_->other() : at_;
        is_other_next_ = !is_other_next_;
        detail::run_into<request_types<Asked>>(how_, at, asked, forest_sink<acc>{out_, r_.layout, done_});
    }

    const Policy& how_;
    runtime<place>& at_;
    const Request& r_;
    forest<acc>* out_;
    std::optional<two_places> places_;  ///< if the part takes several launches
    index_t large_ = 0;                 ///< the leaves from which a node is large
    interval rest_{};                   ///< the leaves whose nodes are not launched yet
    index_t next_ = 0;                  ///< the first item not launched yet
    int done_ = 0;                      ///< how many values of the forest are launched
    bool is_other_next_ = false;
};

/// Runs the request for a part into its forest. On a GPU it returns at once.
template <class Types, class Schedule, class Place, class Memory, bool Checked, class Request>
void run_part_into(const policy<Schedule, Place, Memory, Checked>& how, runtime<Place>& at, const Request& r,
                   forest<typename Types::accumulator>* out) {
    part_launches<Types, policy<Schedule, Place, Memory, Checked>, Request> all(how, at, r, out);
    while (all.launch()) {
    }
}

/// The request for the forest of the items `mine` of a longer input; `source` begins at the first of them.
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
