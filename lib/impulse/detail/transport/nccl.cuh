// SPDX-License-Identifier: Apache-2.0
/// \file
/// The transport between NCCL ranks.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/pinned_buffer_pool.cuh>
#include <impulse/detail/backend/cuda/pool.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/detail/transport/time_limit.hpp>
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

namespace impulse::inline IMPULSE_ABI {

/// A call of NCCL failed, at least on this rank, or the communicator has an error. The message has NCCL's
/// text. Call ncclCommAbort. Until then, and until the stream is done, the GPU may still read the items and
/// use the workspace. The workspace is not left zeroed: make another one. Calls in flight leave no valid
/// value in `out`. If `has_aborted()`, the library has called ncclCommAbort: do not call it again.
class nccl_error : public std::runtime_error {
  public:
    nccl_error(ncclResult_t code, const std::string& doing, ncclComm_t comm)
        : std::runtime_error("impulse: " + doing + ": " + ncclGetErrorString(code) + last(comm)),
          code_(code) {}
    /// A wait has exceeded its limit, and the communicator was aborted.
    nccl_error(const std::string& doing, detail::time_limit limit)
        : std::runtime_error(
              "impulse: " + doing + " took longer than the timeout, " + detail::in_seconds(limit) +
              ", so the communicator was aborted; make another one, and wait for the stream before you free "
              "items, results or a workspace"),
          code_(ncclInProgress),
          has_aborted_(true) {}

    /// NCCL's error code; ncclInProgress after a timeout.
    ncclResult_t code() const noexcept { return code_; }
    /// Whether the communicator was aborted because a wait exceeded `.timeout(limit)`. The communicator is
    /// then no longer valid, not even for ncclCommAbort.
    bool has_aborted() const noexcept { return has_aborted_; }

  private:
    static std::string last(ncclComm_t comm) {
        const char* const words = ncclGetLastError(comm);
        return words != nullptr && *words != '\0' ? " (" + std::string(words) + ")" : "";
    }
    ncclResult_t code_;
    bool has_aborted_ = false;
};

namespace on_nccl {

struct group {
    ncclComm_t comm;
    cudaStream_t stream;
    detail::time_limit timeout = detail::no_time_limit;
    index_t chunk_bytes = index_t{512} << 20;  ///< smaller chunks are slower (docs/notes/arrays_of_ranks.md)
};

/// Ends a wait that has exceeded its limit: aborts the communicator, so that work in flight ends, and throws.
[[noreturn]] inline void abort_late(const char* doing, const group& ranks) {
    ncclCommAbort(ranks.comm);
    throw nccl_error(doing, ranks.timeout);
}

/// Throws if the communicator has an error. Waits for pending operations of a non-blocking communicator.
inline void check(ncclResult_t code, const char* doing, const group& ranks) {
    const detail::deadline until(ranks.timeout);
    for (bool again = false; code == ncclInProgress; again = true) {
        if (again) std::this_thread::yield();
        const bool is_late = until.is_over();
        const ncclResult_t asked = ncclCommGetAsyncError(ranks.comm, &code);
        if (asked != ncclSuccess) code = asked;
        if (is_late && code == ncclInProgress) on_nccl::abort_late(doing, ranks);
    }
    if (code != ncclSuccess) throw nccl_error(code, doing, ranks.comm);
}
inline void check(const group& ranks, const char* doing) { on_nccl::check(ncclInProgress, doing, ranks); }

/// Collectives in stream order. Collectives on host bytes copy them through pinned memory and wait.
class transport {
  public:
    using group = on_nccl::group;
    using error = nccl_error;
    static constexpr bool joins_in_order = true;

    explicit transport(const group& ranks) : all_(ranks) {
        if (ranks.comm == nullptr)
            detail::bad_argument({"communicator is null; make one by ncclCommInitRank"});
        const char* const doing = "asking the communicator for its ranks";
        on_nccl::check(ranks, doing);
        int gpu = 0;
        on_nccl::check(ncclCommUserRank(ranks.comm, &rank_), doing, ranks);
        on_nccl::check(ncclCommCount(ranks.comm, &size_), doing, ranks);
        on_nccl::check(ncclCommCuDevice(ranks.comm, &gpu), doing, ranks);
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
    void reduce(void* message, std::size_t bytes, int root, const auto& join) const {
        std::vector<char> all(bytes * static_cast<std::size_t>(size_));
        all_gather(message, all.data(), bytes);
        if (rank_ != root) return;
        for (std::size_t right = bytes; right < all.size(); right += bytes)
            join(&all[right - bytes], &all[right]);
        std::memcpy(message, &all[all.size() - bytes], bytes);
    }

    /// Gathers `bytes` in GPU memory from each rank. Does not wait.
    void gather_in_order(const void* mine, void* all, std::size_t bytes) const {
        on_nccl::check(ncclAllGather(mine, all, bytes, ncclChar, all_.comm, all_.stream),
                       "gathering the parts of the ranks", all_);
    }

    /// Sends bytes in GPU memory to other ranks and receives bytes from them, in one group. Does not wait.
    void send_in_order(const std::vector<detail::sent_to>& to,
                       const std::vector<detail::received_from>& from) const {
        const char* const doing = "sending slices to the ranks";
        on_nccl::check(ncclGroupStart(), doing, all_);
        ncclResult_t first = ncclSuccess;
        const auto keep = [&](ncclResult_t code) {
            if (first == ncclSuccess && code != ncclInProgress) first = code;
        };
        for (const auto& [r, bytes] : to)
            keep(ncclSend(bytes.data, bytes.bytes, ncclChar, r, all_.comm, all_.stream));
        for (const auto& [r, bytes] : from)
            keep(ncclRecv(bytes.data, bytes.bytes, ncclChar, r, all_.comm, all_.stream));
        const ncclResult_t ended = ncclGroupEnd();  // also after an error: the group must end
        on_nccl::check(first, doing, all_);
        on_nccl::check(ended, doing, all_);
    }

    /// Polls until the stream has reached the mark. A plain wait would never end if a rank or NCCL has
    /// failed.
    void wait_in_order(const on_device::stream_mark& mark,
                       const char* doing = "waiting for the ranks") const {
        const detail::deadline until(all_.timeout);
        for (;;) {
            const bool is_late = until.is_over();
            const bool is_reached = mark.is_reached();
            on_nccl::check(all_, doing);  // even if it is reached: NCCL ends what has failed
            if (is_reached) return;
            if (is_late) on_nccl::abort_late(doing, all_);
            std::this_thread::yield();
        }
    }
    /// Waits in the same way for all earlier work of the stream.
    void synchronize() const {
        const on_device::device_scope scope(all_.stream);
        if (scope.captured())
            detail::bad_argument({"policy has a stream that is being captured, so it cannot be waited for"});
        const on_device::stream_mark reached;
        reached.record(all_.stream);
        wait_in_order(reached);
    }
    /// The most bytes of a slice that is sent, of an array or of results.
    index_t chunk_bytes() const { return all_.chunk_bytes; }

  private:
    /// The pinned memory of one call. The pool lends it again only after the stream's work has used it.
    class pinned : detail::uncopied {
      public:
        pinned(int device, std::size_t bytes, cudaStream_t stream)
            : context_(on_device::current_context(device)),
              stream_(stream),
              memory_(on_device::pooled_pinned_buffer::borrow(context_, bytes)) {}
        ~pinned() {
            try {
                memory_->read.record(stream_);
                on_device::pooled_pinned_buffer::give_back(context_, std::move(memory_));
            } catch (const cuda_error&) {
                // Then the memory is freed.
            }
        }
        on_device::pooled_pinned_buffer* operator->() const { return memory_.get(); }

      private:
        unsigned long long context_;
        cudaStream_t stream_;
        std::unique_ptr<on_device::pooled_pinned_buffer> memory_;
    };

    void carry(const void* from, std::size_t sent, void* to, std::size_t got, const auto& collective) const {
        const char* const doing = "exchanging messages between the ranks";
        const on_device::device_scope scope(all_.stream);
        if (scope.captured())
            detail::bad_argument(
                {"policy has a stream that is being captured, but this call exchanges counts "
                 "first; use ranks(comm, stream).at(first_index)"});
        const std::size_t aligned = (sent + 15) / 16 * 16;
        const on_device::pooled_memory gpus(aligned + got, all_.stream);
        char* const arrived = gpus.data() + aligned;
        const pinned hosts(scope.device(), sent > got ? sent : got, all_.stream);
        std::memcpy(hosts->data(), from, sent);
        detail::check_cuda(cudaMemcpyAsync(gpus.data(), hosts->data(), sent, cudaMemcpyDefault, all_.stream),
                           doing);
        on_nccl::check(collective(gpus.data(), arrived), doing, all_);
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
/// makes the same call, each with its own part, which is in its GPU's memory and may be empty or of any
/// length. Parts are in the order of ranks. All ranks get the value, or with `.root(r)` only rank r. The
/// value has the bits of one reduction of the whole input, for any number of ranks and any lengths of parts.
/// Positions are those in the whole input. The groups of a layout belong to each rank, and so do their
/// results.
///
/// The ranks first exchange their counts, and the host waits for that. Then each rank reduces its part,
/// ncclAllGather gathers the parts, and each GPU joins them in stream order; an `_into` form does not wait
/// for this. `.at(first_index)` gives the index of this rank's first item in the whole input. Then the ranks
/// exchange and compare nothing, an `_into` form waits for no rank, and with a workspace it can be captured.
/// Calls over the groups of a layout exchange and wait, except with `.at`. (`.on(other)`: in the order of
/// another stream of that GPU; `.on(impulse::host)`: for parts in host memory, which the host joins.)
///
/// Requires: a stream of the communicator's GPU; one thread for each communicator if a process has several,
/// outside of ncclGroupStart; a trivially copyable accumulator of at most 256 bytes; the same program on all
/// ranks, or programs built in the same way. With `.at`: adjacent parts from item 0 on, and the same call on
/// all ranks.
/// Complexity: making it takes constant time. A call costs the reduction of the rank's part; an all-gather of
/// 48 bytes, for which the host waits (not with `.at`); an all-gather of at most 126 accumulators (188 for
/// `moments`, `variance` and similar operators); and for each rank twice as many applications of the
/// operator.
/// Memory: besides the memory of the rank's part, a call needs for each rank as many accumulators and 24
/// bytes, rounded up to 128 bytes, on the GPU. In a workspace they are at its end, so its size depends on the
/// number of ranks (workspace_bytes).
/// Throws: making it throws nothing. A call that exchanges counts throws on all ranks rank_error if one of
/// them has thrown before the exchange, and std::invalid_argument if they disagree on types, initial value or
/// root, or if a part does not begin at a leaf. A later error, or with `.at` any error, throws on the rank
/// where it happens. In a call that returns a value, the other ranks then throw rank_error (but have the
/// value if only the launch of the join failed), and with `.at` std::invalid_argument if parts are not
/// adjacent. In an `_into` form the other ranks write nothing. nccl_error, which says what to do then, if
/// NCCL fails, if it has an error while a call waits, or if a call waits longer than `.timeout(limit)`. An
/// `_into` form with `.at` does not wait and so reports no such error: ask NCCL. The other ranks learn
/// nothing, and wait, if a rank's communicator or stream is refused, or if it has no memory for its header;
/// with `.at` also if it throws before it has a part, because its input is refused (an end before its
/// beginning, a second input too short) or a copy of its operator throws.
inline ranks_of<on_nccl::transport, device_place> ranks(ncclComm_t comm, cudaStream_t stream) {
    return {{comm, stream}, detail::no_root, {stream}};
}

}  // namespace impulse
