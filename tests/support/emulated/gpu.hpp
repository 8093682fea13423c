// SPDX-License-Identifier: Apache-2.0
// The part of CUDA that the kernels of perf/ladder need, on fibers: g++ compiles the same source.
//
// Include this header before them.
//
// Up to three blocks run concurrently, and switch at fences and atomics. They see each other's stores as
// weak_memory.hpp allows, so a missing fence shows. Within a block, fibers switch only where they wait, in an
// order that the test chooses, so a missing barrier shows. Shared memory is poisoned when a block begins.
// g++ before 14 ignores the section in templates. So their shared memory may not be saved when blocks switch:
// no fence or atomic may come between its uses. A function that declares shared memory must be static: g++ 14
// refuses a section that also has variables of functions with external linkage.
#pragma once

#include <emulated/fibers.hpp>
#include <emulated/weak_memory.hpp>

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <numeric>

#define __global__ static
#define __device__
#define __host__
#define __shared__ static __attribute__((section("shared_memory")))

#define __maxnreg__(registers)

struct dim3 {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;  // of the running fiber

using std::max;
using std::min;

namespace emulated {

/// The state that the lanes of a warp share. The lanes of a warp that is not whole cannot synchronize: a test
/// that tries it fails.
struct lanes {
    explicit lanes(fibers& of) : machine(of) {}
    /// The synchronization of the lanes of a mask.
    fibers::barrier& barrier(unsigned mask) {
        return barriers.try_emplace(mask, machine, std::popcount(mask)).first->second;
    }
    fibers& machine;
    std::map<unsigned, fibers::barrier> barriers;
    unsigned char partials[32][16];
};

struct gpu_block {
    gpu_block(fibers& machine, unsigned number, int threads, std::size_t shared_bytes)
        : index(number), barrier(machine, threads), shared(shared_bytes, 0xa5) {
        for (int warp = 0; warp < (threads + 31) / 32; ++warp) warps.emplace_back(machine);
    }
    lanes& warp() { return warps[threadIdx.x / 32]; }

    const unsigned index;
    fibers::barrier barrier;
    std::deque<lanes> warps;
    bool any = false;
    std::vector<unsigned char> shared;  ///< its shared memory, while other blocks run
    weak_memory::block memory;
};
inline gpu_block* running_block = nullptr;

/// The other fibers run meanwhile.
inline void meet(fibers::barrier& where) {
    const dim3 self = threadIdx;
    where.wait();
    threadIdx = self;
}

inline void all_lanes(unsigned mask) {
    if (mask != 0xffffffffu) throw std::logic_error("not all lanes take part");
}

extern "C" {
extern unsigned char __start_shared_memory[] __attribute__((weak));  // symbols of the linker for the section
extern unsigned char __stop_shared_memory[] __attribute__((weak));
}

class gpu {
  public:
    /// `newest` lets the last warp run ahead of the others, or the first if the threads are backwards.
    explicit gpu(turns order, bool backwards = false)
        : order_(order),
          backwards_(backwards),
          blocks_(order),
          chance_(static_cast<unsigned>(support::seed())) {
        for (int i = 0; i < side_by_side; ++i) machines_.emplace_back(order);
    }

    int blocks_at_once(int) const { return side_by_side; }

    /// Whether all blocks see a store at once, so that fences have no effect.
    bool sees_at_once = false;

    /// The arrays that the kernels share from now on. Other arrays must be constant or used by one block
    /// only.
    template <class... Arrays>
    void share(Arrays&... arrays) {
        static_assert((... && (sizeof(typename Arrays::value_type) % 4 == 0)), "items are whole words");
        if (sees_at_once) return memory_.assign({});
        memory_.assign({{reinterpret_cast<unsigned char*>(arrays.data()),
                         arrays.size() * sizeof(typename Arrays::value_type)}...});
    }

    template <class... Parameters, class... Arguments>
    void launch(void (*kernel)(Parameters...), int blocks, int threads, Arguments... arguments) {
        gridDim.x = static_cast<unsigned>(blocks);
        blockDim.x = static_cast<unsigned>(threads);
        running = this;
        memory_.begin_launch();
        const std::vector<unsigned> all = in_turn(gridDim.x);
        auto next = all.begin();
        blocks_.run(std::min(blocks, side_by_side), [&](int place) {
            fibers& machine = machines_[static_cast<std::size_t>(place)];
            while (next != all.end()) {
                gpu_block own(machine, *next++, threads, shared_bytes());
                enter(own);
                machine.run(threads, [&](int fiber) {
                    threadIdx.x = static_cast<unsigned>(backwards_ ? threads - 1 - fiber : fiber);
                    kernel(arguments...);
                });
                leave(own);
                memory_.end_block(own.memory);
            }
        });
        memory_.end_launch();
    }

    void fence() {
        let_others_run();
        memory_.fence(running_block->memory);
    }
    template <class Change>
    void atomic(void* variable, const Change& change) {
        let_others_run();
        memory_.atomic(running_block->memory, variable, change);
    }

    static inline gpu* running = nullptr;

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
    static constexpr int side_by_side = 3;

    static std::size_t shared_bytes() {
        return static_cast<std::size_t>(__stop_shared_memory - __start_shared_memory);
    }

    void enter(gpu_block& block) {
        running_block = &block;
        blockIdx.x = block.index;
        std::copy(block.shared.begin(), block.shared.end(), __start_shared_memory);
        memory_.enter(block.memory);
    }
    void leave(gpu_block& block) {
        std::copy(__start_shared_memory, __stop_shared_memory, block.shared.begin());
        memory_.leave(block.memory);
    }
    void let_others_run() {
        gpu_block& self = *running_block;
        const dim3 thread = threadIdx;
        leave(self);
        blocks_.pause();
        enter(self);
        threadIdx = thread;
    }

    std::vector<unsigned> in_turn(unsigned blocks) {
        std::vector<unsigned> all(blocks);
        std::iota(all.begin(), all.end(), 0u);
        if (order_ == turns::newest) std::reverse(all.begin(), all.end());
        if (order_ == turns::by_chance) std::shuffle(all.begin(), all.end(), chance_);
        return all;
    }

    turns order_;
    bool backwards_;
    fibers blocks_;
    std::deque<fibers> machines_;  ///< one for the threads of each block
    std::minstd_rand chance_;
    weak_memory memory_;
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

inline void __syncwarp(unsigned mask = 0xffffffffu) {
    emulated::meet(emulated::running_block->warp().barrier(mask));
}

/// Returns the value of lane `from`.
template <class T>
T __shfl_sync(unsigned mask, T value, int from) {
    emulated::all_lanes(mask);
    auto& warp = emulated::running_block->warp();
    static_assert(sizeof(T) <= sizeof(warp.partials[0]));
    std::memcpy(warp.partials[threadIdx.x % 32], &value, sizeof(T));
    __syncwarp();
    std::memcpy(&value, warp.partials[from], sizeof(T));
    __syncwarp();
    return value;
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, int distance) {
    const int lane = static_cast<int>(threadIdx.x % 32);
    return __shfl_sync(mask, value, lane + distance < 32 ? lane + distance : lane);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int bits) {
    return __shfl_sync(mask, value, static_cast<int>(threadIdx.x % 32) ^ bits);
}

inline int __reduce_add_sync(unsigned mask, int value) {
    for (int bit = 1; bit < 32; bit *= 2) value += __shfl_xor_sync(mask, value, bit);
    return value;
}

template <class T>
T atomicAdd(T* to, T value) {
    static_assert(sizeof(T) == 4, "variables are whole words");
    T before{};
    emulated::gpu::running->atomic(to, [&] { before = std::exchange(*to, *to + value); });
    return before;
}

inline void __threadfence() { emulated::gpu::running->fence(); }
