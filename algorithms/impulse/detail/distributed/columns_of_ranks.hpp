// SPDX-License-Identifier: Apache-2.0
/// \file
/// Column reductions of a matrix whose rows are distributed over ranks, in host memory. Each rank reduces its
/// rows to the nodes of its part. The ranks exchange these nodes by shards of columns, and each rank joins
/// the nodes of its shard.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(global.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/op/fold_lifted.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// One accumulator that holds one node for each of several columns. A forest of such rows is one forest for
/// each column.
template <class Acc>
struct row_of_nodes {
    uninitialized<Acc>* first;
};
template <class Acc>
inline constexpr int max_items_kept<row_of_nodes<Acc>> = max_items_kept<Acc>;

template <class Acc, class Op>
struct join_rows_of_nodes {
    static constexpr int leaf = leaf_of<Op, void>::value;

    const op_adaptor<Acc, Op>* join;
    index_t columns;
    row_of_nodes<Acc> operator()(row_of_nodes<Acc> left, row_of_nodes<Acc> right) const {
        for (index_t j = 0; j < columns; ++j)
            left.first[j] =
                uninitialized<Acc>((*join)(std::move(*left.first[j]), std::move(*right.first[j])));
        return left;
    }
    /// Folds `count` rows, each with one item for each column, to one leaf for each column.
    row_of_nodes<Acc> fold_items(const auto& rows, int, int count) const requires(keeps_items<Op, Acc>) {
        const row_of_nodes<Acc> to = rows(0);
        for (index_t j = 0; j < columns; ++j)
            // fault: column-of-rows
            to.first[j] = uninitialized<Acc>(detail::fold_lifted(
                *join, [&](int k) { return Acc(*rows(k).first[j]); }, count));
        return to;
    }
};

/// One call of this rank.
template <class Types, class Policy, class Request, class Out>
class columns_of_ranks : call_by_shards<Policy, Request, Out> {
    using base = call_by_shards<Policy, Request, Out>;
    using place = typename base::place;
    using base::exchange_, base::how_, base::mine, base::r_, base::ranks_, base::split_;
    using acc = typename Types::accumulator;
    using node = uninitialized<acc>;
    using op_type = std::remove_const_t<decltype(Request::op)>;
    static constexpr index_t leaf = leaf_of<op_type, typename Types::item>::value;
    static constexpr bool keeps_rows = keeps_items<op_type, acc>;
    static constexpr index_t step_bytes = 128 * 1024;  ///< accumulators of one row in a step, all ranks

  public:
    columns_of_ranks(const Policy& how, const Request& r, Out* out)
        : base(how, r, out, split_for(r, how.place.exchange->transport().size())) {}

    static elementwise_split split_for(const Request& r, int ranks) {
        const auto wanted = std::max<index_t>(1, step_bytes / index_t{sizeof(acc)} / ranks);
        const index_t step = detail::divide_up(wanted, unit) * unit;
        return {.items = r.layout.groups.length(),
                .members = ranks,
                .step_items = step,
                .gathers = false,
                .unit = place::in_shards ? 1 : unit};
    }

    void run() {
        base::prepare();
        if (base::is_receiver_)
            detail::require_outside(r_.source, "out", "rows", [&](const auto* x, index_t items) {
                return overwrites(x, items, base::own_results().size());
            });
        std::vector<index_t> rows(static_cast<std::size_t>(ranks_.size()));
        parts_.reserve(rows.size());
        exchange_.agree_on_items(detail::own_terms<Types>(how_.place, r_, split_.items, words()),
                                 "columns(global(rows))", "column");
        find_parts(rows);
        exchange_.attempt([&] { reserve(); });
        for (index_t step = 0; step < split_.steps(); ++step) {
            exchange_.attempt([&] { reduce_own(step); });
            // fault: nodes-are-made
            exchange_.settle();  // no rank joins nodes that another one failed to make
            send_nodes(step);
            exchange_.attempt([&] { join(step); });
            if (!place::in_shards) base::send_results(step);
        }
        exchange_.settle();
    }

  private:
    static constexpr index_t unit = 16;  ///< shards begin at multiples of so many columns: at cache lines

    /// Whether the results overlap items of the rows, and not only the gaps between them. Such an overlap is
    /// an error, because later steps read rows after earlier steps have written results.
    template <class Type>
    bool overwrites(const Type* x, index_t items, index_t results) const {
        if (!detail::overlaps(x, items, base::out_, results)) return false;
        const auto& [groups, along] = static_cast<const strided_segments<Types::layout::kept, 1>&>(r_.layout);
        const axis side = groups.fastest();
        for (index_t row = 0; row < along.length(); ++row)
            for (index_t run = 0; run < groups.length(); run += side.extent) {
                const Type* const first = x + along.offset(row) + groups.offset(run);
                const index_t last = (side.extent - 1) * side.stride;
                if (!detail::overlaps(first, last + 1, base::out_, results)) continue;
                for (index_t at = 0; at <= last; at += (std::max)(side.stride, index_t{1}))
                    if (detail::overlaps(first + at, 1, base::out_, results)) return true;
            }
        return false;
    }
    /// What all ranks must agree on. With several axes this includes their extents, because the count is only
    /// their product.
    sentence words() const {
        sentence all{};
        if constexpr (Types::layout::kept > 1) {
            for (int d = 0; d < Types::layout::kept; ++d) {
                if (d > 0) all.put(" x ");
                // fault: agree-on-extents
                all.put(static_cast<std::uint64_t>(r_.layout.extents[static_cast<std::size_t>(d)]));
            }
            all.put(" ");
        }
        all.put(detail::words_of_types<Types, place>().c_str());
        return all;
    }

    /// Finds which rows of the whole matrix each rank has. All ranks know this, so all throw the same
    /// exception.
    void find_parts(std::vector<index_t>& all) {
        const index_t rows = r_.layout.along.length();
        ranks_.all_gather(&rows, all.data(), sizeof rows);
        index_t begin = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (!keeps_rows && all[k] > 0 && begin % leaf != 0)
                detail::bad_argument({"the part of rank ", static_cast<index_t>(k), " begins at row ", begin,
                                      "; it must begin at a multiple of the operator's leaf, ", leaf});
            forest<row_of_nodes<acc>> part;
            part.begin = begin, part.end = begin += all[k];
            part.leaf = static_cast<int>(leaf), part.keeps_items = keeps_rows;
            parts_.push_back(part);
        }
    }
    index_t nodes_of(int rank) const { return parts_[static_cast<std::size_t>(rank)].size(); }
    void reserve() {
        index_t nodes = 0;
        for (int k = 0; k < ranks_.size(); ++k) nodes += nodes_of(k);
        const index_t most = split_.longest_slice();
        own_ = std::vector<node>(static_cast<std::size_t>(nodes_of(ranks_.rank()) * most * ranks_.size()));
        met_ = std::vector<node>(static_cast<std::size_t>(nodes * most));
    }

    /// Computes the nodes of this rank's rows, and reduces rows outside whole leaves one by one. The output
    /// has one block for each rank's slice of columns, row after row.
    void reduce_own(index_t step) {
        const auto& part = parts_[static_cast<std::size_t>(ranks_.rank())];
        const part_extent extent = detail::extent_of(part);
        node* to = own_.data();
        for (int k = 0; k < ranks_.size(); ++k) {
            const interval columns = split_.slice(k, step);
            const auto reduce = [&](index_t begin, index_t end) {
                // fault: rows-of-node
                reduce_rows({begin - part.begin, end - part.begin}, columns, to);
                to += columns.size();
            };
            for (index_t at = part.begin; at < extent.head_end(); ++at) reduce(at, at + 1);
            for (auto [at, last] = extent.leaves(); at < last;) {
                const interval span = detail::first_node(at, last);
                reduce(span.begin * leaf, (std::min)(span.end * leaf, extent.tail_begin()));
                at = span.end;
            }
            for (index_t at = extent.tail_begin(); at < part.end; ++at) reduce(at, at + 1);
        }
    }
    /// Splits the columns into runs along the fastest axis, because only in such a run the stride is
    /// constant.
    void reduce_rows(interval rows, interval columns, node* to) {
        const index_t extent = r_.layout.groups.fastest().extent;
        while (columns) {
            const index_t run = (std::min)(columns.size(), extent - columns.begin % extent);
            reduce_run(rows, {columns.begin, columns.begin + run}, to);
            columns.begin += run, to += run;
        }
    }
    void reduce_run(interval rows, interval columns, node* to) {
        const axis along = r_.layout.along.fastest(), side = r_.layout.groups.fastest();
        strided_segments<1, 1> some;
        some.groups.add({columns.size(), side.stride});
        some.along.add({rows.size(), along.stride});
        // fault: first-of-run
        const index_t first = rows.begin * along.stride + r_.layout.groups.offset(columns.begin);
        const auto source = detail::rebind_source(r_.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { some_items{0, 0}(each); })
                return some_items{first, some.extent()}(each);
            else
                return some.along;
        });
        const request<std::remove_const_t<decltype(source)>, strided_segments<1, 1>, no_init,
                      std::remove_const_t<decltype(r_.op)>, acc>
            asked{source, some, {}, r_.op};
        const auto own = detail::own_policy(how_);
        runtime_of<std::remove_const_t<decltype(own)>> at(own.place, own.memory);
        detail::run_into<request_types<std::remove_const_t<decltype(asked)>>>(own, at, asked,
                                                                              node_sink<acc>{to});
    }
    void send_nodes(index_t step) {
        const index_t own = nodes_of(ranks_.rank()), here = mine(step).size();
        const node* from = own_.data();
        node* to = met_.data();
        base::exchange_slices([&](int k, sent_bytes& sent, received_bytes& received) {
            const index_t goes = own * split_.slice(k, step).size(), comes = nodes_of(k) * here;
            sent = {from, static_cast<std::size_t>(goes) * sizeof(node)};
            received = {to, static_cast<std::size_t>(comes) * sizeof(node)};
            from += goes, to += comes;
        });
    }
    /// Joins the nodes of all ranks into one forest.
    void join(index_t step) {
        const interval columns = mine(step);
        if (!columns) return;
        auto run = detail::as_run(r_.op);
        using op = decltype(run);
        const op_adaptor<acc, op> joins(run, detail::opaque_zero());
        join_rows_of_nodes<acc, op> by{&joins, columns.size()};
        const op_adaptor<row_of_nodes<acc>, decltype(by)> of_rows(by, detail::opaque_zero());
        forest<row_of_nodes<acc>> whole;
        whole.leaf = static_cast<int>(leaf), whole.keeps_items = keeps_rows;
        int top = 0;
        node* next = met_.data();
        for (auto& part : parts_) {
            for (int k = 0; k < part.size(); ++k, next += columns.size())
                part.nodes[k] = uninitialized<row_of_nodes<acc>>(row_of_nodes<acc>{next});
            // fault: parts-of-all-rows
            detail::append(whole, top, part, of_rows);
        }
        const auto sink = detail::sink_of<Types>(r_, base::target(columns.begin));
        uninitialized<acc> none;
        const auto total = detail::fold_nodes(whole, top, of_rows);
        for (index_t j = 0; j < columns.size(); ++j)
            sink.finish(j, whole.end, top > 0 ? (*total).first[j] : none, joins);
    }

    std::vector<forest<row_of_nodes<acc>>> parts_;
    std::vector<node> own_;
    std::vector<node> met_;
};

template <class Place, int Kept>
struct global_at<Place, global_columns<Kept>> {
    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out* out) {
        columns_of_ranks<request_types<Request>, Policy, Request, Out>(how, r, out).run();
    }
    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = request_types<Request>;
        return detail::results_of_ranks<types>(
            how,
            [&](int ranks) {
                return columns_of_ranks<types, Policy, Request, typename types::result>::split_for(r, ranks);
            },
            [&](auto* out) { evaluate_into(how, r, out); });
    }
    /// The plan of this rank's rows.
    static auto plan_of(const auto& how, const auto& r) {
        const strided_segments own = r.layout;
        return detail::plan_of(detail::own_policy(how), detail::with_layout(r, own));
    }
};

}  // namespace impulse::detail
