// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks of NCCL.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/nccl.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/pinned_buffer_pool.cuh>
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/transport/exchange.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <cuda_runtime_api.h>
#include <nccl.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {

/// A call of NCCL failed, on this rank at least, or the communicator was found in error: NCCL's words are
/// kept. What is left of the communicator is for ncclCommAbort; until it has been called and the stream is
/// done, the GPU may still read the items and use the workspace, which is not left zeroed: make another. What
/// calls that were under way have left in `out` is no value.
class nccl_error : public std::runtime_error {
  public:
    nccl_error(ncclResult_t code, const std::string& doing, ncclComm_t comm)
        : std::runtime_error("impulse: " + doing + ": " + ncclGetErrorString(code) + last(comm)),
          code_(code) {}

    /// What NCCL returned.
    ncclResult_t code() const noexcept { return code_; }

  private:
    static std::string last(ncclComm_t comm) {
        const char* const words = ncclGetLastError(comm);
        return words != nullptr && *words != '\0' ? " (" + std::string(words) + ")" : "";
    }
    ncclResult_t code_;
};

namespace on_nccl {

/// Throws unless all is well with the communicator; where it does not block, waits for what it was told to
/// do.
inline void check(ncclResult_t code, const char* doing, ncclComm_t comm) {
    while (code == ncclInProgress) {
        std::this_thread::yield();
        if (const ncclResult_t asked = ncclCommGetAsyncError(comm, &code); asked != ncclSuccess) code = asked;
    }
    if (code != ncclSuccess) throw nccl_error(code, doing, comm);
}
inline void check(ncclComm_t comm, const char* doing) { on_nccl::check(ncclInProgress, doing, comm); }

struct group {
    ncclComm_t comm;
    cudaStream_t stream;
};

/// Collectives in the order of the stream. Bytes of the host go through pinned memory, and are waited for.
class transport {
  public:
    using group = on_nccl::group;
    using error = nccl_error;
    static constexpr bool joins_in_order = true;

    explicit transport(const group& ranks) : all_(ranks) {
        if (ranks.comm == nullptr)
            detail::bad_argument({"communicator is null; make one by ncclCommInitRank"});
        const char* const doing = "asking the communicator who is there";
        on_nccl::check(ranks.comm, doing);
        int gpu = 0;
        on_nccl::check(ncclCommUserRank(ranks.comm, &rank_), doing, ranks.comm);
        on_nccl::check(ncclCommCount(ranks.comm, &size_), doing, ranks.comm);
        on_nccl::check(ncclCommCuDevice(ranks.comm, &gpu), doing, ranks.comm);
        const on_device::device_scope scope(ranks.stream);
        if (scope.device() != gpu)
            detail::bad_argument(
                {"stream belongs to GPU ", scope.device(), ", but the communicator belongs to GPU ", gpu});
    }

    int rank() const { return rank_; }
    int size() const { return size_; }

    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        carry(mine, bytes, all, bytes * static_cast<std::size_t>(size_), [&](const void* from, void* to) {
            return ncclAllGather(from, to, bytes, ncclChar, all_.comm, all_.stream);
        });
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        carry(memory, bytes, memory, bytes, [&](const void* from, void* to) {
            return ncclBroadcast(from, to, bytes, ncclChar, root, all_.comm, all_.stream);
        });
    }
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        std::vector<char> all(bytes * static_cast<std::size_t>(size_));
        all_gather(message, all.data(), bytes);
        if (rank_ != root) return;
        for (std::size_t right = bytes; right < all.size(); right += bytes)
            join(&all[right - bytes], &all[right]);
        std::memcpy(message, &all[all.size() - bytes], bytes);
    }

    /// Of `all`, which lies with the GPU, each rank brings its `bytes` in their place. Does not wait.
    void gather_in_order(void* all, std::size_t bytes) const {
        const char* const mine = static_cast<char*>(all) + bytes * static_cast<std::size_t>(rank_);
        on_nccl::check(ncclAllGather(mine, all, bytes, ncclChar, all_.comm, all_.stream),
                       "gathering the parts of the ranks", all_.comm);
    }

    /// Until the stream has reached the mark: a rank may be no more, or NCCL, and what waits for it would not
    /// end.
    void wait_in_order(const on_device::stream_mark& mark,
                       const char* doing = "waiting for the ranks") const {
        while (!mark.is_reached()) on_nccl::check(all_.comm, doing);
    }

  private:
    /// The pinned memory of one call; it is lent again when the stream is past it.
    class pinned {
      public:
        pinned(int device, std::size_t bytes, cudaStream_t stream)
            : context_(on_device::current_context(device)),
              stream_(stream),
              memory_(on_device::pinned_buffer_pool::instance().borrow(context_, bytes)) {}
        ~pinned() {
            try {
                memory_->read.record(stream_);
                on_device::pinned_buffer_pool::instance().give_back(context_, std::move(memory_));
            } catch (const cuda_error&) {
                // It is freed instead.
            }
        }
        pinned(const pinned&) = delete;
        pinned& operator=(const pinned&) = delete;
        on_device::pooled_pinned_buffer* operator->() const { return memory_.get(); }

      private:
        unsigned long long context_;
        cudaStream_t stream_;
        std::unique_ptr<on_device::pooled_pinned_buffer> memory_;
    };
    struct pooled {
        pooled(std::size_t size, cudaStream_t in)
            : bytes(size), stream(in), data(on_device::pool_resource::instance().allocate(size, in)) {}
        ~pooled() { on_device::pool_resource::instance().deallocate(data, bytes, stream); }
        pooled(const pooled&) = delete;
        pooled& operator=(const pooled&) = delete;
        std::size_t bytes;
        cudaStream_t stream;
        void* data;
    };

    template <class Collective>
    void carry(const void* from, std::size_t sent, void* to, std::size_t got,
               const Collective& collective) const {
        const char* const doing = "carrying the words of the ranks";
        const on_device::device_scope scope(all_.stream);
        if (scope.captured())
            detail::bad_argument(
                {"policy has a stream that is being captured, but this call exchanges counts "
                 "first; use ranks(comm, stream).at(first_index)"});
        const std::size_t warp_smem = (sent + 15) / 16 * 16;
        const pooled gpus(warp_smem + got, all_.stream);
        char* const arrived = static_cast<char*>(gpus.data) + warp_smem;
        const pinned hosts(scope.device(), sent > got ? sent : got, all_.stream);
        std::memcpy(hosts->data(), from, sent);
        detail::check_cuda(cudaMemcpyAsync(gpus.data, hosts->data(), sent, cudaMemcpyDefault, all_.stream),
                           doing);
        on_nccl::check(collective(gpus.data, arrived), doing, all_.comm);
        detail::check_cuda(cudaMemcpyAsync(hosts->data(), arrived, got, cudaMemcpyDefault, all_.stream),
                           doing);
        hosts->read.record(all_.stream);
        wait_in_order(hosts->read, doing);
        std::memcpy(to, hosts->data(), got);
    }

    group all_;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace on_nccl

/// The ranks of a communicator of NCCL as a place, `policy.on(impulse::ranks(comm, stream))`: every rank
/// makes the same call, each with its own part, which lies with its GPU and may be empty or of any length.
/// Parts lie in the order of ranks, and the value, on all of them or by `.root(r)` on one, has the bits of
/// one reduction of everything, however many ranks there are and wherever it was cut. Positions are those in
/// the whole. The groups of a layout are each rank's own, and so are their results.
///
/// The ranks first tell each other how many items they have, and the host waits for that; then each reduces
/// its part, the parts are gathered by ncclAllGather, and each GPU joins them, in the order of the stream: an
/// `_into` form does not wait for it. `.at(first_index)` says where this rank's part begins in the whole:
/// then nothing is asked or compared, and the host waits for no rank in an `_into` form, which can be
/// captured, with a workspace. Groups of a layout ask and wait, but by `.at`. (`.on(other)`: in the order of
/// another stream of that GPU; `.on(impulse::host)`: parts of the host, which joins them.)
///
/// Requires: a stream of the communicator's GPU; where one process has several communicators, a thread for
/// each, outside of ncclGroupStart; a trivially copyable accumulator of at most 256 bytes; on all ranks the
/// same program, or programs built alike. By `.at` parts that follow one another from item 0 on, and on all
/// ranks the same call.
/// Complexity: to make it, constant. A call costs that of the rank's part, an all-gather of 48 bytes, which
/// the host waits for, another of at most 126 accumulators, and 2 * 126 applications of the operator for each
/// rank; by `.at` not the first.
/// Memory: of a call, beside that of the rank's part, 126 accumulators and 24 bytes for each rank and once
/// more, each rounded up to 128 bytes, with the GPU; of a workspace, the size of which depends on how many
/// ranks there are, the end (workspace_bytes).
/// Throws: nothing when it is made. A call that asks throws, on all ranks, rank_error where one of them has
/// thrown before they had told each other, std::invalid_argument where they disagree on types, initial value
/// or root, or where a part does not begin at a leaf. Of what happens later, or by `.at` at any time, a call
/// that returns a value throws where it happened, rank_error on the others (which have the value where all
/// that failed was a rank's launch of the join), and std::invalid_argument where by `.at` a part does not
/// begin where the one before it ends; an `_into` form throws where it happened, and writes nothing
/// elsewhere. Where NCCL fails, or finds the communicator in error while a call waits: nccl_error (what is to
/// be done then: there). An `_into` form by `.at` does not wait, and finds nothing: ask NCCL. Of this the
/// others are told nothing, and wait: that a rank's communicator or stream is refused, or has no memory for
/// what it was to tell them; and by `.at` what is thrown before it has a part: its input is refused as it
/// stands (an end before its beginning, a second one too short), or a copy of its operator throws.
inline ranks_of<on_nccl::transport, device_place> ranks(ncclComm_t comm, cudaStream_t stream) {
    return {{comm, stream}, detail::no_root, {stream}};
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
