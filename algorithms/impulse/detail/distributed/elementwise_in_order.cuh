// SPDX-License-Identifier: Apache-2.0
/// \file
/// An element-wise request over ranks whose items are in GPU memory. All work is in stream order. (For items
/// in host memory: detail/distributed/elementwise_on_ranks.hpp.)
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/backend/cuda/side_stream.cuh>
#include <impulse/detail/dispatch/evaluate.hpp>
#include <impulse/detail/distributed/gathered_parts.cuh>
#include <impulse/detail/distributed/meeting_rows.cuh>
#include <impulse/detail/distributed/on_ranks.hpp>
#include <impulse/detail/distributed/own_header.hpp>
#include <impulse/detail/distributed/shards.hpp>
#include <impulse/detail/layout/global_layouts.hpp>
#include <impulse/detail/source/rebind_source.hpp>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// One call on this rank, in stream order.
template <class Types, class Policy, class Request, class Out>
class elementwise_in_order : call_on_shards<Policy, Request, Out> {
    using base = call_on_shards<Policy, Request, Out>;
    using base::bytes_of, base::how_, base::is_receiver_, base::mine, base::out_, base::own_results, base::r_,
        base::ranks_, base::split_, base::wanted;
    using typename base::place, typename base::transport;

  public:
    elementwise_in_order(const Policy& how, const Request& r, const transport& ranks, Out* out)
        : base(how, r, ranks, out),
          rows_(r, ranks.size(), ranks.rank(), is_receiver_, place::in_shards, ranks.chunk_bytes()) {
        split_ = rows_.split();
    }

    /// The request for the columns of the first step, which has the most columns.
    auto first_step() const {
        return detail::columns_request<Types>(r_, r_.source,
                                              columns_of_members{{columns(0)}, rows_.are_few()});
    }
    /// The plan of the first step, with the workspace bytes of the whole call.
    auto plan() const {
        auto first = detail::plan_of(detail::own_policy(how_), first_step());
        first.workspace_bytes = beside() + rows_.bytes();
        return first;
    }

    void run() {
        const cudaStream_t stream = how_.place.own.stream;
        runtime<device_place> at(how_.place.own, own_memory{});
        auto& exchange = *how_.place.exchange;
        // Ranks compare their calls only if the caller asks for it. Without that no rank waits for another
        // one.
        if (!Policy::is_checked || at.scope().captured()) exchange.leave();
        require_arguments(at.visitor());
        if constexpr (Policy::is_checked) {
            at.require_uncaptured();
            sentence words = detail::words_of_types<Types, place>();
            words.put(", in chunks of ");
            words.put(static_cast<std::uint64_t>(ranks_.chunk_bytes()));
            words.put(" bytes");
            exchange.agree_on_items(detail::own_terms<Types>(how_.place, r_, split_.items, std::move(words)));
            exchange.leave();
        }
        if (split_.items == 0) return;
        const std::size_t bytes = rows_.bytes();
        if (bytes == 0) {
            reduce(0, stream);
            return;
        }
        gathered_memory memory(how_.memory, beside(), bytes, at.scope(), stream, false);
        rows_.begin_at(memory.data());
        if (split_.gathers) {
            rows_.for_each([&](const char* items, std::size_t each, const auto& row) {
                ranks_.gather_in_order(items, row(0), static_cast<std::size_t>(split_.items) * each);
            });
            if (reduce(0, stream, memory.to_clear() > 0)) memory.is_cleared();
            return;
        }
        std::optional<on_device::side_stream> side;
        for (index_t step = 0, steps = split_.steps(); step < steps; ++step) {
            send_slices(step);
            copy_own(step, stream);
            reduce(step, stream);
            if (step == steps - 1 && is_receiver_ && memory.to_clear() > 0) {
                // Clears the memory while the results are sent; if the results are in that memory, it is
                // cleared at the end.
                side.emplace(at.scope(), stream);
                memory.clear(side->stream());
            }
            if constexpr (!place::in_shards) send_results(step);
        }
        if (side) side->join();
    }

  private:
    strided_segments<1, 1> columns(index_t step) const {
        return elementwise_layout::columns_of_rows(split_.members, wanted(step).size(), rows_.stride());
    }
    auto request_of(index_t step) const {
        const auto all = columns(step);
        return detail::columns_request<Types>(
            r_, rows_.met(r_.source, wanted(step).begin - mine(step).begin, all), all);
    }
    auto plan_of_step(index_t step) const {
        return detail::plan_of(detail::own_policy(how_),
                               detail::columns_request<Types>(r_, r_.source, columns(step)));
    }
    /// The most workspace bytes of any step. Only the last step differs from the first.
    std::size_t beside() const {
        std::size_t most = 0;
        if (rows_.are_few()) return most;
        for (const index_t step : {index_t{0}, (std::max)(split_.steps(), index_t{1}) - 1})
            most = (std::max)(most, plan_of_step(step).workspace_bytes);
        return gathered_parts<char>::aligned(most);
    }

    void require_arguments(const auto& visit) const {
        if (place::at_root) detail::require_root(how_.place.value_at, ranks_.size());
        if (split_.items > 0) r_.source.memory("input", detail::reach_by(visit));
        if (!is_receiver_) return;
        detail::reach_by(visit, "the result")(static_cast<const void*>(out_), own_results().size(), "out");
        detail::rebind_source(r_.source, [&]<class Each>(const Each& each) {
            if constexpr (requires { each.first; }) this->require_apart(each.first);
            return each;
        });
    }

    /// Reduces this rank's columns of a step. Returns whether the launch leaves the memory of the rows
    /// zeroed.
    bool reduce(index_t step, cudaStream_t stream, bool clears = false) {
        const interval its = wanted(step);
        if (!its) return false;
        Out* const to = target(its.begin);
        if (!rows_.are_few()) {
            detail::evaluate_into(how_.on(device_place{stream}), request_of(step), to);
            return false;
        }
        runtime<device_place> at(device_place{stream}, own_memory{});
        std::size_t which = 0;
        const auto rows = [&](const auto& each) {
            return rows_.few_met(which++, each, its.begin - mine(step).begin, its.begin);
        };
        return detail::launch_rows<Types>(at, r_, split_.members, its.size(), rows, result_rows<Out>{{to}, 1},
                                          clears && its.size() == split_.items);
    }
    Out* target(index_t item) const {
        return is_receiver_ ? out_ + (item - own_results().begin) : rows_.results();
    }
    void copy_own(index_t step, cudaStream_t stream) const {
        const interval its = mine(step);
        if (!its || !rows_.has_own()) return;
        rows_.for_each([&](const char* items, std::size_t each, const auto& row) {
            detail::check_cuda(
                cudaMemcpyAsync(row(ranks_.rank()), items + static_cast<std::size_t>(its.begin) * each,
                                bytes_of(its, each), cudaMemcpyDeviceToDevice, stream),
                "copying a slice");
        });
    }
    /// Sends each rank its slice of a step, in one group.
    void send_slices(index_t step) const {
        exchange([&](int r, const auto& go, const auto& come) {
            const interval its = split_.slice(r, step);
            rows_.for_each([&](const char* items, std::size_t each, const auto& row) {
                go(items + static_cast<std::size_t>(its.begin) * each, bytes_of(its, each));
                come(row(r), bytes_of(mine(step), each));
            });
        });
    }
    void send_results(index_t step) const {
        exchange([&](int r, const auto& go, const auto& come) {
            const interval own = mine(step), its = split_.slice(r, step);
            if (!place::at_root || r == how_.place.value_at)
                go(target(own.begin), bytes_of(own, sizeof(Out)));
            if (is_receiver_) come(out_ + its.begin, bytes_of(its, sizeof(Out)));
        });
    }
    /// Calls each(r, go, come) for each other rank r: go(data, bytes) sends bytes to it, come(data, bytes)
    /// receives bytes from it.
    void exchange(const auto& each) const {
        std::vector<sent_to> to;
        std::vector<received_from> from;
        for (int r = 0; r < ranks_.size(); ++r)
            if (r != ranks_.rank())
                each(
                    r,
                    [&](const void* data, std::size_t bytes) {
                        if (bytes > 0) to.push_back({r, {data, bytes}});
                    },
                    [&](void* data, std::size_t bytes) {
                        if (bytes > 0) from.push_back({r, {data, bytes}});
                    });
        if (!to.empty() || !from.empty()) ranks_.send_in_order(to, from);
    }

    meeting_rows<Types, Request, Out> rows_;
};

template <class Transport, recipients To>
requires(Transport::joins_in_order) struct elementwise_at<ranks_of<Transport, device_place, To>> {
    template <class Policy, class Request, class Out>
    static void evaluate_into(const Policy& how, const Request& r, Out* out) {
        elementwise_in_order<request_types<Request>, Policy, Request, Out>(
            how, r, how.place.exchange->transport(), out)
            .run();
    }
    static auto evaluate(const auto&, const auto&) { return refusal<layout_stays_on_device>{}; }
    static auto longest_step(const auto& how, const auto& r) {
        return asked(how, r, [](const auto& call) { return call.first_step(); });
    }
    static auto plan_of(const auto& how, const auto& r) {
        return asked(how, r, [](const auto& call) { return call.plan(); });
    }

  private:
    template <class Policy, class Request, class Ask>
    static auto asked(const Policy& how, const Request& r, const Ask& ask) {
        using types = request_types<Request>;
        const Transport ranks(how.place.group);
        return ask(
            elementwise_in_order<types, Policy, Request, typename types::result>(how, r, ranks, nullptr));
    }
};

}  // namespace impulse::detail
