// SPDX-License-Identifier: Apache-2.0
/// \file
/// GPUs of one process as ranks, each with a thread: receivers copy from the memory of the others.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/devices.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/backend/cuda/cuda_handles.cuh>
#include <impulse/detail/backend/cuda/stream.cuh>
#include <impulse/detail/transport/ranks_of.hpp>
#include <impulse/error.hpp>

#include <cuda_runtime_api.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace impulse::inline IMPULSE_ABI::on_peers {

/// A call was given up, because the thread of another GPU has thrown.
struct given_up : std::runtime_error {
    given_up() : runtime_error("impulse: another GPU of the call has failed") {}
};

/// What the threads of a call share. A thread that throws leaves it, so that the others do not wait for it.
class shared_call_of_gpus {
  public:
    explicit shared_call_of_gpus(std::vector<int> ordinals)
        : ordinals_(std::move(ordinals)),
          meet_(static_cast<std::ptrdiff_t>(ordinals_.size())),
          given_(ordinals_.size()),
          marks_(ordinals_.size()) {}

    int size() const { return static_cast<int>(ordinals_.size()); }
    int ordinal(int rank) const { return ordinals_[static_cast<std::size_t>(rank)]; }
    void leave() {
        failed_ = true;
        meet_.arrive_and_drop();
    }

  private:
    friend class transport;
    void meet() {
        meet_.arrive_and_wait();
        if (failed_) throw given_up();
    }

    std::vector<int> ordinals_;
    std::barrier<> meet_;
    std::atomic<bool> failed_ = false;
    std::vector<const void*> given_;
    std::vector<const on_device::stream_mark*> marks_;
};

struct group {
    shared_call_of_gpus* all;
    int rank;
    cudaStream_t stream;
};

/// See `transport` (ranks_of.hpp). Work is put into the streams of the GPUs; only threads wait for each
/// other.
class transport {
  public:
    using group = on_peers::group;
    using error = given_up;
    static constexpr bool joins_in_order = true;

    explicit transport(const group& of) : all_(*of.all), rank_(of.rank), stream_(of.stream) {}

    int rank() const { return rank_; }
    int size() const { return all_.size(); }

    void gather_in_order(const void* mine, void* all, std::size_t bytes) const {
        exchange(mine, [&](int r, const void* its) {
            copy(static_cast<char*>(all) + static_cast<std::size_t>(r) * bytes, its, r, bytes);
        });
    }
    void send_in_order(const std::vector<detail::sent_to>& to,
                       const std::vector<detail::received_from>& from) const {
        exchange(&to, [&](int r, const void* its) {
            if (r == rank_) return;
            auto sent = static_cast<const std::vector<detail::sent_to>*>(its)->begin();
            for (const auto& [source, into] : from) {
                if (source != r) continue;
                while (sent->rank != rank_) ++sent;
                copy(into.data, sent->what.data, r, into.bytes);
                ++sent;
            }
        });
    }
    template <class Mark>
    void wait_in_order(const Mark& mark) const {
        mark.wait();
    }

    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        give(mine);
        for (int r = 0; r < size(); ++r)
            std::memcpy(static_cast<char*>(all) + static_cast<std::size_t>(r) * bytes, given(r), bytes);
        all_.meet();
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        give(memory);
        if (rank_ != root) std::memcpy(memory, given(root), bytes);
        all_.meet();
    }
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        std::vector<char> all(bytes * static_cast<std::size_t>(size()));
        all_gather(message, all.data(), bytes);
        if (rank_ != root) return;
        for (std::size_t right = bytes; right < all.size(); right += bytes)
            join(&all[right - bytes], &all[right]);
        std::memcpy(message, &all[all.size() - bytes], bytes);
    }

  private:
    const void* given(int rank) const { return all_.given_[static_cast<std::size_t>(rank)]; }
    void give(const void* what) const {
        all_.given_[static_cast<std::size_t>(rank_)] = what;
        all_.meet();
    }
    void show(const on_device::stream_mark& mark) const {
        mark.record(stream_);
        all_.marks_[static_cast<std::size_t>(rank_)] = &mark;
    }
    /// This rank's stream goes on after the points that the others have shown.
    void hold_for_others() const {
        for (int r = 0; r < size(); ++r)
            if (r != rank_) all_.marks_[static_cast<std::size_t>(r)]->hold(stream_);
    }
    /// copy(r, what r gave) for each rank, when its stream has written what it gives; and this stream goes on
    /// when the others have read.
    template <class Copy>
    void exchange(const void* mine, const Copy& copy) const {
        const on_device::stream_mark ready, done;
        show(ready);
        give(mine);
        and_meet([&] {
            hold_for_others();
            for (int r = 0; r < size(); ++r) copy(r, given(r));
        });
        show(done);
        all_.meet();
        and_meet([&] { hold_for_others(); });
    }
    /// Until they meet again, the others still use what this rank gave and its mark, whatever f throws.
    template <class Function>
    void and_meet(const Function& f) const {
        std::exception_ptr thrown;
        try {
            f();
        } catch (...) {
            thrown = std::current_exception();
        }
        all_.meet();
        if (thrown) std::rethrow_exception(thrown);
    }
    void copy(void* to, const void* from, int rank, std::size_t bytes) const {
        const int here = all_.ordinal(rank_), peer = all_.ordinal(rank);
        detail::check_cuda(here == peer ? cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_)
                                        : cudaMemcpyPeerAsync(to, here, from, peer, bytes, stream_),
                           "copying from another GPU");
    }

    shared_call_of_gpus& all_;
    int rank_;
    cudaStream_t stream_;
};

/// Lets the current GPU copy from another one directly, where it can; else copies go through the host.
inline void reach_peer(int here, int peer) {
    if (here == peer) return;
    const on_device::uncaptured_scope enabling;
    int can = 0;
    cudaError_t enabled = cudaDeviceCanAccessPeer(&can, here, peer);
    if (enabled == cudaSuccess && can != 0) enabled = cudaDeviceEnablePeerAccess(peer, 0);
    detail::ignore(enabled);
}

}  // namespace impulse::on_peers
