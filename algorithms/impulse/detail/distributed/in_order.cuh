// SPDX-License-Identifier: Apache-2.0
/// \file
/// A request over ranks whose GPUs gather and join their forests in stream order. (For ranks whose hosts wait
/// for each other: detail/distributed/on_ranks.hpp.)
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/gathered_parts.cuh>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/kernel/join_parts.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/transport/exchange.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {
template <class Transport, detail::recipients To>
requires(Transport::joins_in_order) struct joined_in_order<ranks_of<Transport, device_place, To>> {
    using place = ranks_of<Transport, device_place, To>;

    template <class Policy, class Request>
    static auto evaluate(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        using result = typename types::result;
        struct outcome {
            detail::parts_gap gap;
            result value;
        };
        auto all = with_pending_contribution<types>(how.place, [&](detail::pending_contribution& owed) {
            const auto own = detail::own_policy(how);
            runtime<device_place> at(own.place, own.memory);
            // A gather ends only when all ranks have called it. A rank that has failed must not block this
            // one in a destructor.
            const auto wait = [&] {
                try {
                    on_device::stream_mark joined;
                    joined.record(own.place.stream);
                    how.place.exchange->transport().wait_in_order(joined);
                } catch (...) {
                    at.abandon();
                    throw;
                }
            };
            const auto start = [&](outcome* out) {
                try {
                    run<types>(how, at, r, true,
                               detail::unless_gap{detail::sink_of<types>(r, &out->value), &out->gap}, owed);
                } catch (const typename Transport::error&) {
                    at.abandon();
                    throw;
                } catch (...) {
                    wait_and_give_up(wait,
                                     at);  // what was launched before may wait for a rank that is gone
                    throw;
                }
            };
            return at.template value<outcome>(start, wait);
        });
        require_whole(all.gap);
        if constexpr (place::at_root)
            return how.place.exchange->is_rank(how.place.value_at)
                       ? std::optional<result>(std::move(all.value))
                       : std::nullopt;
        else
            return std::move(all.value);
    }

    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out out) {
        using types = detail::request_types<Request>;
        with_pending_contribution<types>(how.place, [&](detail::pending_contribution& owed) {
            const auto own = detail::own_policy(how);
            runtime<device_place> at(own.place, own.memory);
            const bool wanted = !place::at_root || how.place.exchange->is_rank(how.place.value_at);
            auto sink = detail::sink_of<types>(r, std::move(out));
            if (wanted) detail::require_results(sink, 1, at.visitor());
            run<types>(how, at, r, wanted, detail::unless_gap{std::move(sink), nullptr}, owed);
        });
    }

    /// The plan of this rank's part; without `.at` as if the part were the first.
    template <class Policy, class Request>
    static detail::part_plan plan_of(const Policy& how, const Request& r) {
        using types = detail::request_types<Request>;
        const auto own = detail::own_policy(how);
        const runtime<device_place> at(own.place, own_memory{});
        detail::part_plan its = plan_of_part<types>(own, at, part_of<types>(r, said(how.place, r)));
        its.workspace_bytes = beside(its) + parts<types>::most(Transport(how.place.group).size());
        return its;
    }

  private:
    template <class Types>
    using parts = detail::gathered_parts<typename Types::accumulator>;
    static constexpr index_t max_leaves = index_t{1} << 62;

    static void wait_and_give_up(const auto& wait, runtime<device_place>& at) noexcept try {
        wait();
        at.mark_spent();
    } catch (...) {
        // The first exception says more.
    }

    /// Calls call(owed). If it throws while the other ranks wait for this rank's part, this rank sends an
    /// empty part that reports the failure.
    template <class Types, class Call>
    static auto with_pending_contribution(const place& where, const Call& call) {
        const on_device::device_scope scope(where.own.stream);  // also for the memory, when it is returned
        detail::pending_contribution owed{where.says_where() ? parts<Types>::bytes_of(max_leaves) : 0};
        try {
            return call(owed);
        } catch (...) {
            if (owed.bytes > 0 && !scope.captured()) bring_nothing<Types>(where, owed, scope);
            throw;
        }
    }
    /// Sends that empty part. Not called during a capture, because captured work does not run, and so no rank
    /// waits.
    template <class Types>
    static void bring_nothing(const place& where, detail::pending_contribution& owed,
                              const on_device::device_scope& scope) noexcept try {
        const Transport& ranks = where.exchange->transport();
        if (!owed.memory)
            owed.memory.emplace(own_memory{}, 0, parts<Types>::most(ranks.size()), scope, where.own.stream);
        const parts<Types> all{owed.memory->data(), owed.bytes};
        detail::check_cuda(cudaMemsetAsync(all.part(ranks.rank()), 0xff, owed.bytes,
                                           where.own.stream),  // it begins at -1
                           "bringing no part");
        ranks.gather_in_order(all.part(ranks.rank()), all.data, owed.bytes);
    } catch (...) {
        // The first exception says more.
    }

    static std::size_t beside(const detail::part_plan& p) {
        return detail::gathered_parts<char>::aligned(p.workspace_bytes);
    }
    static interval said(const place& where, const auto& r) {
        const index_t n = r.layout.items(0).size();
        if (!where.says_where()) return {0, n};
        if (n > max_leaves || where.first > max_leaves - n)
            detail::bad_argument({"first_index is ",
                                  where.first,
                                  " and the part has ",
                                  {n, "item"},
                                  "; it must end at item 2^62 or before"});
        return {where.first, where.first + n};
    }
    template <class Types, class Request>
    static auto part_of(const Request& r, interval mine) {
        static_assert(
            std::is_same_v<typename Types::layout, detail::whole_input>,
            "impulse: over ranks a count in memory must be in host memory; give the number of items");
        return detail::partial_reduction<Types>(r.source, r.op, mine);
    }

    /// The plan of this rank's part. A part that is one node takes one launch, as an ordinary reduction. The
    /// bytes suffice wherever the part begins, because that may be known only after the exchange.
    template <class Types, class Policy, class Part>
    static detail::part_plan plan_of_part(const Policy& own, const runtime<device_place>& at, const Part& r) {
        const auto node = detail::node_of<typename Types::accumulator>(r);
        const auto of_node =
            detail::plan_at<detail::request_types<std::remove_const_t<decltype(node)>>>(own, at, node.layout);
        const auto of_nodes = detail::plan_at<detail::request_types<Part>>(own, at, r.layout);
        const std::size_t bytes = (std::max)(of_node.workspace_bytes, of_nodes.workspace_bytes);
        if (detail::is_node(r.layout)) return {.tiles = of_node.tiles, .workspace_bytes = bytes};
        return {.tiles = of_nodes.tiles, .segments = of_nodes.segments, .workspace_bytes = bytes};
    }
    template <class Types, class Policy, class Part>
    static void run_part(const Policy& own, runtime<device_place>& at, const Part& r,
                         forest<typename Types::accumulator>* out) {
        if (detail::is_node(r.layout))
            detail::run_node_into<Types>(own, at, r, out);
        else
            detail::run_part_into<Types>(own, at, r, out);
    }

    template <class Types, class Policy, class Request, class Sink>
    static void run(const Policy& how, runtime<device_place>& at, const Request& r, bool joins, Sink sink,
                    detail::pending_contribution& owed) {
        using acc = typename Types::accumulator;
        constexpr index_t leaf =
            detail::leaf_of<std::remove_const_t<decltype(r.op)>, typename Types::item>::value;
        auto& exchange = *how.place.exchange;
        const Transport& ranks = exchange.transport();
        const auto own = detail::own_policy(how);
        interval mine = said(how.place, r);
        // Before the exchange, because the other ranks would wait for a rank that fails later.
        const detail::part_plan its = plan_of_part<Types>(own, at, part_of<Types>(r, mine));
        auto& memory = owed.memory.emplace(own.memory, beside(its), parts<Types>::most(ranks.size()),
                                           at.scope(), own.place.stream, true, !at.has_slot());
        memory.lend_to(at);
        parts<Types> all{memory.data(), parts<Types>::bytes_of(max_leaves)};
        if (how.place.says_where()) {
            if (place::at_root) detail::require_root(how.place.value_at, ranks.size());
        } else {
            mine = exchange.agree(detail::own_terms<Types>(how.place, r, mine.size()), [&](index_t leaves) {
                return all.stride = parts<Types>::bytes_of(leaves);
            });
            exchange.leave();
            owed.bytes = all.stride;
        }
        const index_t shared_bytes = at.capacity().shared_bytes;
        const auto join_of = [&](forest<acc>* whole, int forests, std::size_t cleared, auto to) {
            auto op = detail::as_run(r.op);
            return detail::join_parts<acc, decltype(op), decltype(to)>{
                whole,   leaf,          all.data,      all.stride,
                forests, std::move(op), std::move(to), detail::opaque_zero(),
                cleared};
        };
        // Copies the caller's objects, which may throw, before the other ranks get this rank's part.
        const auto join = join_of(nullptr, ranks.size(), memory.to_clear(), std::move(sink));
        constexpr bool anywhere = detail::keeps_items<std::remove_const_t<decltype(r.op)>, acc>;
        if (!anywhere) require_leaf(mine, leaf);
        if (mine.size() > 0) {
            run_part<Types>(own, at, part_of<Types>(r, mine), all.part(ranks.rank()));
        } else {
            const auto none = join_of(all.part(ranks.rank()), 0, 0, detail::to_be_continued{});
            at.launch(none, 1, none.threads(shared_bytes));
        }
        owed.bytes = 0;
        ranks.gather_in_order(all.part(ranks.rank()), all.data, all.stride);
        if (!joins) return;
        at.launch(join, 1, join.threads(shared_bytes));
        memory.is_cleared();
    }

    static void require_leaf(interval mine, index_t leaf) {
        if (mine.size() > 0) detail::require_whole_leaf("first_index", mine.begin, leaf);
    }
    static void require_whole(const detail::parts_gap& gap) {
        if (gap.part < 0) return;
        if (gap.begin < 0)
            throw rank_error(gap.part, "it did not make its part; only its own exception says why");
        detail::bad_argument({"the part of rank ", gap.part, " begins at item ", gap.begin,
                              ", but the parts before it end at item ", gap.expected});
    }
};

}  // namespace impulse
