// SPDX-License-Identifier: Apache-2.0
/// \file
/// A call over several devices that include GPUs: each device reduces its share to a forest, and one GPU
/// joins the forests.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/pinned_buffer_pool.cuh>
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/backend/cuda/transfer_queues.cuh>
#include <impulse/detail/distributed/gathered_parts.cuh>
#include <impulse/detail/distributed/on_devices.hpp>
#include <impulse/detail/distributed/partial_reduction.hpp>
#include <impulse/detail/distributed/upload_pipeline.hpp>
#include <impulse/detail/kernel/join_parts.hpp>
#include <impulse/detail/transport/gpu.cuh>
#include <impulse/detail/tree/forest.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <new>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

/// One call. The forests are written to pinned memory, which every GPU can access without peer access. The
/// leading GPU reads all of them from there at once.
template <class Types, class Policy, class Request>
class multi_gpu_reduce : uncopied {
    using acc = typename Types::accumulator;
    using nodes = forest<acc>;
    using source = std::remove_const_t<decltype(Request::source)>;
    using op_type = std::remove_const_t<decltype(Request::op)>;
    using share = share_of<source>;
    static constexpr bool is_partitioned =
        !is_distributed_layout<std::remove_const_t<decltype(Request::layout)>>;

  public:
    /// Requires that the context of the leading GPU is current.
    multi_gpu_reduce(const Policy& how, const Request& r, const std::vector<share>& shares,
                     unsigned long long context, const member& lead)
        : how_(how),
          r_(r),
          shares_(shares),
          context_(context),
          lead_(lead),
          stream_(lead.at.stream),
          here_(on_device::pooled_pinned_buffer::borrow(context, shares.size() * stride)) {}
    /// Waits for work in flight after an error, because the next call gets the memory.
    ~multi_gpu_reduce() {
        if (!settled_) {
            for (const share& each : shares_) finish(each);
            detail::ignore(cudaStreamSynchronize(stream_));
        }
        on_device::pooled_pinned_buffer::give_back(context_, std::move(here_));
    }

    /// Reduces all shares and joins them into a sink, in the order of the leading GPU's stream.
    void run(runtime<device_place>& lead, auto sink) {
        for (std::size_t i = 0; i < shares_.size(); ++i) {
            nodes* const empty = new (at(i)) nodes;
            empty->begin = empty->end = shares_[i].items.begin;
            empty->leaf = static_cast<int>(leaf);
            empty->keeps_items = keeps_items<op_type, acc>;
        }
        if constexpr (is_partitioned) before_.record(stream_);
        reduce_shares();
        for (const auto& each : marks_) each.hold(stream_);
        join(lead, std::move(sink));
        here_->read.record(stream_);
        settled_ = true;
    }

  private:
    static constexpr std::size_t stride = gathered_parts<acc>::aligned(sizeof(nodes));
    static constexpr index_t leaf = leaf_of<op_type, typename Types::item>::value;

    nodes* at(std::size_t i) const { return part_of(here_->data(), i); }
    static nodes* part_of(void* all, std::size_t i) {
        return reinterpret_cast<nodes*>(static_cast<char*>(all) + i * stride);
    }

    /// The shares of GPUs that have items, the leading GPU's last: it waits for events of the others, so they
    /// begin first.
    std::vector<std::size_t> lead_last() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < shares_.size(); ++i)
            if (!shares_[i].where.on_host() && shares_[i].items.size() > 0) order.push_back(i);
        std::stable_partition(order.begin(), order.end(),
                              [&](std::size_t i) { return !(shares_[i].where == lead_); });
        return order;
    }
    void reduce_shares() {
        std::vector<std::exception_ptr> failed(shares_.size());
        const auto attempt = [&](std::size_t i, const auto& f) {
            try {
                f(shares_[i], at(i));
            } catch (...) {
                failed[i] = std::current_exception();
            }
        };
        {
            std::vector<std::jthread> dealing;  // each waits for its GPU; all end with this scope
            std::vector<std::unique_ptr<launches>> begun(shares_.size());
            // Shares of one stream follow each other, and so they need one second stream.
            const auto waits = [&](std::size_t i) {
                for (std::size_t j = 0; j < i; ++j)
                    if (begun[j] && shares_[j].where == shares_[i].where) return true;
                return false;
            };
            for (auto rest = lead_last(); !rest.empty();)  // round-robin: each GPU begins early
                std::erase_if(rest, [&](std::size_t i) {
                    if (waits(i)) return false;
                    bool more = false;
                    if constexpr (is_partitioned)
                        dealing.emplace_back(
                            [&, i] { attempt(i, [&](const share& its, nodes* out) { carry(its, out); }); });
                    else
                        attempt(i, [&](const share& its, nodes* out) { more = launch(its, begun[i], out); });
                    return !more;
                });
            if constexpr (Policy::place_type::has_hosts) {
                for (std::size_t i = 0; i < shares_.size(); ++i)
                    if (shares_[i].where.on_host())
                        attempt(i, [&](const share& its, nodes* out) {
                            *out = detail::own_forest<Types>(how_.on(host), its.source, r_.op, its.items);
                        });
            }
        }
        for (const auto& thrown : failed)
            if (thrown) std::rethrow_exception(thrown);
    }

    /// The launches that reduce the items in a GPU's memory, in the order of its stream.
    struct launches {
        using policy_type = decltype(std::declval<const Policy&>().on(device_place{}));
        launches(const Policy& how, const op_type& op, const share& mine, nodes* out)
            : own(how.on(mine.where.at)),
              on_gpu(own.place, own.memory),
              asked(detail::partial_reduction<Types>(mine.source, op, mine.items)),
              all(own, on_gpu, asked, out) {}

        policy_type own;
        runtime<device_place> on_gpu;
        decltype(detail::partial_reduction<Types>(std::declval<const source&>(),
                                                  std::declval<const op_type&>(), interval{})) asked;
        part_launches<Types, policy_type, decltype(asked)> all;
    };
    /// Performs the first or next launch of a share. Returns whether there is another one.
    bool launch(const share& mine, std::unique_ptr<launches>& kept, nodes* out) {
        const on_device::gpu_scope current(mine.where);
        auto its = std::move(kept);  // so that an error and the last launch free it on this GPU
        if (!its) its = std::make_unique<launches>(how_, r_.op, mine, out);
        if (its->all.launch()) {
            kept = std::move(its);
            return true;
        }
        if (!(mine.where == lead_)) marks_.emplace_back().record(mine.where.at.stream);
        return false;
    }

    /// Uploads items to a GPU chunk by chunk, and appends the forest of each chunk to the forest of the
    /// earlier ones. Returns when all work is done.
    void carry(const share& mine, nodes* out) const {
        using way = transfer_queues<device_place>;
        const on_device::gpu_scope current(mine.where);
        const auto own = how_.on(mine.where.at);
        runtime<device_place> on_gpu(own.place, own.memory);
        way on(own.place);
        typename way::memory forests(on, 2 * stride);
        nodes* const whole = part_of(forests.data(), 0);
        nodes* const next = part_of(forests.data(), 1);
        upload_pipeline<device_place, source> pipeline(on, leaf, mine.items.size());
        const ended_transfer_queues ended{on};
        // Copies wait for the stream's earlier work, which may write the items.
        before_.hold(own.place.stream);
        typename way::event begun(on);
        on.worked(begun);
        on.copies_wait(begun);
        pipeline.carry(mine.source, mine.items.size(), [&](const source& items, index_t done, index_t some) {
            const index_t begin = mine.items.begin + done;
            detail::run_part_into<Types>(
                own, on_gpu, detail::partial_reduction<Types>(items, r_.op, {begin, begin + some}),
                done > 0 ? next : whole);
            if (done > 0) join_at(on_gpu, whole, 0, next, 1, to_be_continued{});
        });
        on.move(out, whole, sizeof(nodes));
        typename way::event all(on);
        on.worked(all);
        on.wait(all);
    }
    struct ended_transfer_queues {
        transfer_queues<device_place>& on;
        ~ended_transfer_queues() { on.finish(); }
    };

    /// Small forests are read from pinned memory directly: that takes less time than starting a copy.
    void join(runtime<device_place>& lead, auto sink) {
        const int count = static_cast<int>(shares_.size());
        if constexpr (stride <= 4096) {
            join_at(lead, nullptr, leaf, here_->data(), count, std::move(sink));
        } else {
            const std::size_t bytes = shares_.size() * stride;
            const on_device::pooled_memory memory(bytes, stream_);
            detail::check_cuda(
                cudaMemcpyAsync(memory.data(), here_->data(), bytes, cudaMemcpyDefault, stream_),
                "copying parts");
            join_at(lead, nullptr, leaf, memory.data(), count, std::move(sink));
        }
    }
    /// Joins parts to a new whole that begins at item 0 with leaves of `leaf_of_whole` items, or, if that is
    /// 0, to the existing `whole`.
    template <class Sink>
    void join_at(runtime<device_place>& at, nodes* whole, index_t leaf_of_whole, void* parts, int count,
                 Sink sink) const {
        const auto run = detail::as_run(r_.op);
        const join_parts<acc, std::remove_const_t<decltype(run)>, Sink> body{
            whole, leaf_of_whole, parts, stride, count, run, std::move(sink), detail::opaque_zero(), 0};
        at.launch(body, 1, body.threads(at.capacity().shared_bytes));
    }

    static void finish(const share& begun) noexcept try {
        if (begun.where.on_host()) return;
        const on_device::gpu_scope current(begun.where);
        detail::ignore(cudaStreamSynchronize(begun.where.at.stream));
    } catch (const std::exception&) {
        // If the stream cannot be used, no work was started on it.
    }

    const Policy& how_;
    const Request& r_;
    const std::vector<share>& shares_;
    unsigned long long context_;
    const member& lead_;
    cudaStream_t stream_;
    std::unique_ptr<on_device::pooled_pinned_buffer> here_;
    on_device::stream_mark before_;  ///< the start of the call, in the leading GPU's stream
    std::deque<on_device::stream_mark> marks_;
    bool settled_ = false;
};

}  // namespace impulse::detail
