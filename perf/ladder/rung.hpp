// SPDX-License-Identifier: Apache-2.0
// Defines a rung of the ladder. The kernels are plain CUDA; where g++ compiles them,
// tests/support/emulated/gpu.hpp runs them on fibers.
#pragma once

#ifdef __CUDACC__
#include "gpu.cuh"
#else
#include <emulated/gpu.hpp>
namespace ladder {
using emulated::gpu;
}
#endif

#include <functional>
#include <monoids.hpp>
#include <vector>

namespace ladder {

/// The sum that the books compute. A place without an item counts as none().
struct sum {
    using value = int;
    __host__ __device__ static int none() { return 0; }
    __host__ __device__ static int join(int a, int b) { return a + b; }
};

/// The free monoid, with its empty word. It does not commute, so it shows whether a rung keeps the order.
struct concatenation {
    using value = support::stretch;
    __host__ __device__ static value none() { return {0, 0}; }
    __host__ __device__ static value join(const value& a, const value& b) {
        if (a.begin == a.end) return b;
        if (b.begin == b.end) return a;
        return support::join_stretches{}(a, b);
    }
};

/// The arguments of one call.
template <class T>
struct work {
    T* items;           ///< n items; only an in-place rung may change them
    int n;              ///< 1 at least
    T* scratch;         ///< space for n / 128 + 4096 partials
    unsigned* counter;  ///< zero before the call and after it
    T* out;             ///< space for n / 2 values if the rung adds vectors, else for one
};

constexpr int full = 1 << 28;  ///< items: far beyond any L2 cache

struct rung {
    const char* name;
    const char* lesson;
    std::function<void(gpu&, const work<int>&)> add_up;
    int n = full;  ///< the number of items for the timing
    bool in_place = false;
    /// If the rung can keep the order.
    std::function<void(gpu&, const work<support::stretch>&)> join_in_order = nullptr;
    /// Adds the second half of the items to the first: the result is n / 2 values, not one sum.
    bool vectors = false;

    double words = 1;  ///< words read or written for each item, if the result is vectors

    double bytes() const { return 4. * words * n; }
};

struct family {
    const char* name;
    std::vector<rung> rungs;
};

// ---- how most rungs run: blocks join at the end of a kernel ----------------------------------------------

inline int divide_up(int a, int b) { return (a + b - 1) / b; }

/// Runs the same kernel again until one value remains; each block writes one value.
template <class Item, class Kernel>
void level_by_level(gpu& on, const work<Item>& w, Kernel* kernel, int threads, int items_per_block) {
    Item* from = w.items;
    Item* to = w.scratch;
    int n = w.n;
    for (int blocks = 0; blocks != 1; n = blocks) {
        blocks = divide_up(n, items_per_block);
        on.launch(kernel, blocks, threads, from, n, blocks == 1 ? w.out : to);
        from = to;
        to += blocks;
    }
}

/// As many blocks as are resident at once, each with many items; then one block for their values.
template <class T, class Kernel>
void two_launches(gpu& on, const work<T>& w, Kernel* kernel, int threads) {
    const int blocks = min(divide_up(w.n, threads), on.blocks_at_once(threads));
    on.launch(kernel, blocks, threads, w.items, w.n, w.scratch);
    on.launch(kernel, 1, threads, w.scratch, blocks, w.out);
}

}  // namespace ladder
