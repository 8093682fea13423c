// SPDX-License-Identifier: Apache-2.0
/// \file
/// As much of CUDA as the kernels of perf/ladder need, on fibers: g++ compiles the same source. Include it
/// before them.
///
/// The blocks of a launch run one after the other, so no block may wait for another. Within a block a fiber
/// is left only where it waits, in the order that the test chooses: a barrier that is missing shows. Shared
/// memory is poison when a block begins, or, in templates, what the block before has left there.
#pragma once

#include <emulated/fibers.hpp>

#include <algorithm>
#include <cstring>
#include <deque>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#define __global__ static
#define __device__
#define __host__
#define __shared__ static __attribute__((section("shared_memory")))  // GCC: in templates, plain static

struct dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;  // of the fiber that runs

using std::max;
using std::min;

namespace emulated {

/// What the lanes of a warp share. In a warp that is not whole they never meet: a test that tries it fails.
struct lanes {
    explicit lanes(fibers& machine) : barrier(machine, 32) {}
    fibers::barrier barrier;
    unsigned char cells[32][16];
};

/// The block that runs.
struct gpu_block {
    gpu_block(fibers& machine, int threads) : barrier(machine, threads) {
        for (int warp = 0; warp < (threads + 31) / 32; ++warp) warps.emplace_back(machine);
    }
    lanes& warp() { return warps[threadIdx.x / 32]; }

    fibers::barrier barrier;
    std::deque<lanes> warps;
    bool any = false;
};
inline gpu_block* running_block = nullptr;

/// The others run meanwhile.
inline void meet(fibers::barrier& where) {
    const dim3 self = threadIdx;
    where.wait();
    threadIdx = self;
}

inline void all_lanes(unsigned mask) {
    if (mask != 0xffffffffu) throw std::logic_error("not all lanes take part");
}

extern "C" {
extern unsigned char __start_shared_memory[] __attribute__((weak));  // the linker's names for the section
extern unsigned char __stop_shared_memory[] __attribute__((weak));
}

class gpu {
  public:
    /// `newest` lets the last warp run ahead of the others, or the first if the threads are backwards.
    explicit gpu(turns order, bool backwards = false)
        : order_(order),
          backwards_(backwards),
          machine_(order),
          chance_(static_cast<unsigned>(support::seed())) {}

    int blocks_at_once(int) const { return 3; }

    template <class... Parameters, class... Arguments>
    void launch(void (*kernel)(Parameters...), int blocks, int threads, Arguments... arguments) {
        gridDim.x = static_cast<unsigned>(blocks);
        blockDim.x = static_cast<unsigned>(threads);
        for (const unsigned block : in_turn(gridDim.x)) {
            gpu_block own(machine_, threads);
            running_block = &own;
            blockIdx.x = block;
            std::fill(__start_shared_memory, __stop_shared_memory, static_cast<unsigned char>(0xa5));
            machine_.run(threads, [&](int fiber) {
                threadIdx.x = static_cast<unsigned>(backwards_ ? threads - 1 - fiber : fiber);
                kernel(arguments...);
            });
        }
    }

    template <class T>
    void zero(T* values, int count = 1) {
        std::fill_n(values, count, T{});
    }
    template <class T>
    const T* fetch(const T* values, int) {
        return values;
    }
    template <class T>
    void store(T value, T* to) {
        *to = value;
    }

  private:
    std::vector<unsigned> in_turn(unsigned blocks) {
        std::vector<unsigned> all(blocks);
        std::iota(all.begin(), all.end(), 0u);
        if (order_ == turns::newest) std::reverse(all.begin(), all.end());
        if (order_ == turns::by_chance) std::shuffle(all.begin(), all.end(), chance_);
        return all;
    }

    turns order_;
    bool backwards_;
    fibers machine_;
    std::minstd_rand chance_;
};

}  // namespace emulated

// ---- CUDA's functions -------------------------------------------------------------------------------------

inline void __syncthreads() { emulated::meet(emulated::running_block->barrier); }

inline int __syncthreads_or(int mine) {
    bool& any = emulated::running_block->any;
    if (mine) any = true;
    __syncthreads();
    const bool found = any;
    __syncthreads();
    any = false;
    __syncthreads();
    return found;
}

inline void __syncwarp() { emulated::meet(emulated::running_block->warp().barrier); }

template <class T>
T __shfl_down_sync(unsigned mask, T value, int distance) {
    emulated::all_lanes(mask);
    auto& warp = emulated::running_block->warp();
    const unsigned lane = threadIdx.x % 32;
    static_assert(sizeof(T) <= sizeof(warp.cells[0]));
    std::memcpy(warp.cells[lane], &value, sizeof(T));
    __syncwarp();
    const unsigned from = lane + static_cast<unsigned>(distance);
    std::memcpy(&value, warp.cells[from < 32 ? from : lane], sizeof(T));
    __syncwarp();
    return value;
}

template <class T>
T atomicAdd(T* to, T value) {
    return std::exchange(*to, *to + value);
}

inline void __threadfence() {}
