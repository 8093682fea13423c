// SPDX-License-Identifier: Apache-2.0
/// \file
/// One warp, from the community CUDA documentation's chapter on parallel reduction ("single-warp parallel
/// reduction" for commutative and for noncommutative operators, and "using registers only").
///
/// Changed for today's cards: the chapter's warps run in step and declare their memory `volatile`; here
/// __syncwarp() stands where a lane reads what another wrote, and a shuffle names its lanes. Here one warp
/// takes tile after tile of 32 items, eight loads ahead, so that the time is that of the trees.
#pragma once

#include "rung.hpp"

namespace ladder {

template <class Tree>
__global__ void one_warp(const typename Tree::value* in, int n, typename Tree::value* out) {
    constexpr int tiles = 8;
    const int lane = threadIdx.x;
    auto total = Tree::none();
    for (int begin = 0; begin < n; begin += tiles * 32) {
        typename Tree::value items[tiles];
        for (int k = 0; k < tiles; ++k) {
            const int i = begin + k * 32 + lane;
            items[k] = i < n ? in[i] : Tree::none();
        }
        for (int k = 0; k < tiles; ++k) total = Tree::join(total, Tree::of_warp(items[k], lane));
    }
    if (lane == 0) *out = total;
}

// ---- trees: lane 0 gets what the items of its warp make, the others some part -----------------------------

/// Half of the lanes take the other half's; reorders, so the operator must commute.
template <class Op>
struct commutative_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        __shared__ typename Op::value cache[32];
        cache[lane] = item;
        __syncwarp();
        for (int stride = 16; stride > 0; stride /= 2) {
            if (lane < stride) cache[lane] = Op::join(cache[lane], cache[lane + stride]);
            __syncwarp();
        }
        return cache[lane];
    }
};

/// Neighbours meet: what lane i holds always ends where lane i + stride begins.
template <class Op>
struct ordered_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        __shared__ typename Op::value cache[32];
        cache[lane] = item;
        __syncwarp();
        for (int stride = 1; stride < 32; stride *= 2) {
            if (lane % (2 * stride) == 0) cache[lane] = Op::join(cache[lane], cache[lane + stride]);
            __syncwarp();
        }
        return cache[lane];
    }
};

/// No lane asks whether it takes part: beyond the last lie 16 partials that hold nothing.
template <class Op>
struct commutative_padded_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        __shared__ typename Op::value cache[32 + 16];
        cache[lane + 16] = Op::none();
        __syncwarp();
        cache[lane] = item;
        __syncwarp();
        for (int stride = 16; stride > 0; stride /= 2) {
            const auto joined = Op::join(cache[lane], cache[lane + stride]);
            __syncwarp();
            cache[lane] = joined;
            __syncwarp();
        }
        return cache[lane];
    }
};

template <class Op>
struct ordered_padded_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        __shared__ typename Op::value cache[32 + 16];
        cache[lane + 16] = Op::none();
        __syncwarp();
        cache[lane] = item;
        __syncwarp();
        for (int stride = 1; stride < 32; stride *= 2) {
            const auto joined = Op::join(cache[lane], cache[lane + stride]);
            __syncwarp();
            cache[lane] = joined;
            __syncwarp();
        }
        return cache[lane];
    }
};

__device__ inline int from_lane_below(int value, int distance) {
    return __shfl_down_sync(0xffffffffu, value, distance);
}
__device__ inline support::stretch from_lane_below(const support::stretch& value, int distance) {
    return {__shfl_down_sync(0xffffffffu, value.begin, distance),
            __shfl_down_sync(0xffffffffu, value.end, distance)};
}

/// Shuffles in the order of neighbours: keeping it costs nothing.
template <class Op>
struct register_tree : Op {
    __device__ static typename Op::value of_warp(typename Op::value item, int) {
        for (int distance = 1; distance < 32; distance *= 2)
            item = Op::join(item, from_lane_below(item, distance));
        return item;
    }
};

inline family one_warp_rungs() {
    constexpr int n = 1 << 18;
    const auto run = [](auto* kernel) {
        return [=](gpu& on, const auto& w) { on.launch(kernel, 1, 32, w.items, w.n, w.out); };
    };
    using words = concatenation;
    return {"one_warp",
            {{"commutative", "five steps through shared memory", run(one_warp<commutative_tree<sum>>), n},
             {"ordered", "keeping the order costs nothing", run(one_warp<ordered_tree<sum>>), n, false,
              run(one_warp<ordered_tree<words>>)},
             {"commutative_padded", "no branch, but one more __syncwarp() a step",
              run(one_warp<commutative_padded_tree<sum>>), n},
             {"ordered_padded", "the same, the order kept", run(one_warp<ordered_padded_tree<sum>>), n, false,
              run(one_warp<ordered_padded_tree<words>>)},
             {"registers", "shuffles need no memory, and keep the order", run(one_warp<register_tree<sum>>),
              n, false, run(one_warp<register_tree<words>>)}}};
}

}  // namespace ladder
