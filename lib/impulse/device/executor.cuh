// SPDX-License-Identifier: Apache-2.0
/// \file
/// The device executor: a grid of blocks on a CUDA stream.
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/kernel.cuh>
#include <impulse/device/memory.cuh>
#include <impulse/device/stream.cuh>
#include <impulse/device/tuning.hpp>
#include <impulse/error.hpp>
#include <impulse/grid.hpp>
#include <impulse/tile.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace impulse::inline IMPULSE_ABI::on_device {

template <class Memory>
class executor {
  public:
    static constexpr bool is_host = false;

    executor(const device_scope& scope, cudaStream_t stream, Memory memory)
        : scope_(scope), stream_(stream), memory_(memory) {}

    template <class Body, class Reduction>
    grid even_grid(const Reduction& r, const shape& by_hand) const {
        const index_t tiles = tiles_of(r);
        const index_t bytes = r.count * Reduction::source_type::item_bytes;
        if (by_hand.blocks == 0 && bytes <= one_block_bytes(commutative<Reduction>))
            return one_block<Body>(r, by_hand);
        const tuning t = tuning_for(bytes);
        const int threads = by_hand.threads > 0 ? by_hand.threads : t.threads;
        const index_t useful = std::max<index_t>(1, impulse::detail::divide_up(tiles, threads / 32));
        const index_t wanted = by_hand.blocks > 0
                                   ? by_hand.blocks
                                   : index_t{t.blocks_per_multiprocessor} * scope_.multiprocessors();
        const index_t blocks = std::min(wanted, useful);
        return {blocks, threads, 0, blocks > 1 ? blocks : 0};
    }

    template <class Body, class Reduction>
    grid queue_grid(const Reduction& r, const shape& by_hand) const {
        const int threads = by_hand.threads > 0 ? by_hand.threads : queue_threads;
        return impulse::detail::queue_grid(r.count, queue_bytes / Reduction::source_type::item_bytes,
                                           tile<Reduction>(), resident<Body>(threads, 2048 / threads),
                                           threads, by_hand);
    }

    template <class Body, class Reduction>
    grid one_block(const Reduction& r, const shape& by_hand) const {
        // A warp for each tile; where order may be dropped, for each 32 items of a rest that is no whole tile.
        const index_t rest = r.count % tile<Reduction>();
        const index_t warps = commutative<Reduction> ? r.count / tile<Reduction>() +
                                                           impulse::detail::divide_up(rest, warp::width)
                                                     : tiles_of(r);
        const index_t threads = by_hand.threads > 0 ? by_hand.threads : warp::width * warps;
        return {1, static_cast<int>(std::clamp<index_t>(threads, 32, 1024)), 0, 0};
    }

    template <class Reduction>
    static auto split(const Reduction& r, const grid& g) {
        return r.split(warp::width, g.blocks * (g.threads / warp::width));
    }

    /// The bytes of scratch memory for so many slots.
    template <class Acc>
    static constexpr std::size_t scratch_bytes(index_t slots) {
        return slots == 0 ? 0 : header_bytes + static_cast<std::size_t>(slots) * sizeof(cell<Acc>);
    }

    template <class Acc>
    class scratch_memory {
      public:
        scratch_memory(executor& from, index_t slots) : from_(from), bytes_(scratch_bytes<Acc>(slots)) {
            if (bytes_ > 0) data_ = from.memory_.take(bytes_, from.scope_, from.stream_);
        }
        ~scratch_memory() {
            if (bytes_ > 0) from_.memory_.give_back(data_, bytes_, from_.stream_);
        }
        scratch_memory(const scratch_memory&) = delete;
        scratch_memory& operator=(const scratch_memory&) = delete;

        meeting_place<Acc> view() const {
            if (bytes_ == 0) return {};
            return {reinterpret_cast<cell<Acc>*>(static_cast<char*>(data_) + header_bytes),
                    static_cast<counters*>(data_)};
        }

      private:
        executor& from_;
        std::size_t bytes_;
        void* data_ = nullptr;
    };

    template <class Acc>
    scratch_memory<Acc> scratch(index_t slots) {
        return scratch_memory<Acc>(*this, slots);
    }

    template <class Body>
    void launch(const Body& body, const grid& g) {
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(static_cast<unsigned>(g.blocks));
        config.blockDim = dim3(static_cast<unsigned>(g.threads));
        config.stream = stream_;
        impulse::detail::check(cudaLaunchKernelEx(&config, run_body<Body>, body), "launching a reduction");
    }

  private:
    static constexpr std::size_t header_bytes = scratch_alignment;  // the counters

    template <class Reduction>
    static constexpr index_t tile() {
        return tile_items<typename Reduction::accumulator, typename Reduction::source_type,
                          typename Reduction::operator_type>(warp::width);
    }
    template <class Reduction>
    static constexpr bool commutative =
        is_commutative_v<typename Reduction::operator_type, typename Reduction::accumulator>;
    template <class Reduction>
    static index_t tiles_of(const Reduction& r) {
        return impulse::detail::divide_up(r.count, tile<Reduction>());
    }

    /// How many blocks run at the same time, at most `most` a multiprocessor. Who fetches what does not change the
    /// grouping, so here a kernel's registers may decide.
    template <class Body>
    index_t resident(int threads, int most) const {
        int fit = 0;
        impulse::detail::check(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, run_body<Body>, threads, 0),
            "asking how many blocks fit");
        return index_t{std::clamp(fit, 1, most)} * scope_.multiprocessors();
    }

    const device_scope& scope_;
    cudaStream_t stream_;
    Memory memory_;
};

}  // namespace impulse::inline IMPULSE_ABI::on_device
