// SPDX-License-Identifier: Apache-2.0
/// \file
/// GPUs as members of a place, and as peers that read and write each other's memory.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/backend/cuda/context.cuh>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/transport/device_list.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace impulse::inline IMPULSE_ABI::on_device {

/// Throws if a member is a stream that is being captured.
inline void require_uncaptured(const std::vector<detail::member>& members) {
    for (const auto& each : members)
        if (each.is == detail::member::kind::stream && is_captured(each.at.stream))
            detail::bad_argument(
                {"devices has a stream that is being captured, but calls over devices cannot be captured"});
}

/// Makes a member's GPU the current device.
class gpu_scope {
  public:
    explicit gpu_scope(const detail::member& of) : ordinal_(of.ordinal) {
        if (of.is == detail::member::kind::stream)
            detail::check_cuda(cudaStreamGetDevice(of.at.stream, &ordinal_),
                               "asking the stream for its device");
        caller_.leave_for(ordinal_);
    }

    int ordinal() const { return ordinal_; }

  private:
    caller_scope caller_;
    int ordinal_;
};

/// Enables access of the current GPU to the memory of another one, if the hardware allows it. Done once for
/// each context.
inline void enable_peer(int here, int peer) {
    struct asked_peers {
        std::mutex mutex;
        per_context<std::uint64_t> asked;  // a bit for each GPU
    };
    static auto* const all = new asked_peers;
    if (here == peer || peer >= 64) return;
    const unsigned long long context = on_device::current_context(here);
    const std::lock_guard lock(all->mutex);
    std::uint64_t& asked = all->asked[context];
    if ((asked >> peer & 1) != 0) return;
    const uncaptured_scope enabling;
    int can = 0;
    cudaError_t enabled = cudaDeviceCanAccessPeer(&can, here, peer);
    if (enabled == cudaSuccess && can != 0) enabled = cudaDeviceEnablePeerAccess(peer, 0);
    detail::ignore(enabled);  // reaches() tells whether access works
    asked |= std::uint64_t{1} << peer;
}

/// Whether kernels of the current GPU can read and write this memory. Peer access does not answer this,
/// because memory pools and mapped memory have their own access rules. Only the address on this GPU answers
/// it.
inline bool reaches(const void* memory) {
    cudaPointerAttributes memory_is{};
    detail::check_cuda(cudaPointerGetAttributes(&memory_is, memory), "asking what memory a GPU reaches");
    return memory_is.devicePointer != nullptr;
}

/// Lets the later work of each member's stream wait for the earlier work of all members' streams.
inline void meet(const std::vector<detail::member>& members) {
    std::deque<stream_mark> marks;
    for (std::size_t i = 1; i < members.size(); ++i) {
        const gpu_scope current(members[i]);
        marks.emplace_back().record(members[i].at.stream);
    }
    const gpu_scope lead(members[0]);
    for (const stream_mark& each : marks) each.hold(members[0].at.stream);
    const stream_mark all;
    all.record(members[0].at.stream);
    for (std::size_t i = 1; i < members.size(); ++i) {
        const gpu_scope current(members[i]);
        all.hold(members[i].at.stream);
    }
}

}  // namespace impulse::on_device
