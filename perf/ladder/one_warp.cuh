// SPDX-License-Identifier: Apache-2.0
// One warp, from the community CUDA documentation's chapter on parallel reduction ("single-warp parallel
// reduction" for commutative and for noncommutative operators, and "using registers only").
//
// Changed for current cards: the chapter's warps run in lockstep, and their memory is `volatile`. Here there
// is a __syncwarp() before a lane reads what another lane wrote, and a shuffle takes a mask of lanes. Here
// one warp also takes one tile of 32 items after another, with eight loads in flight, so that the time is
// that of the trees.
#pragma once

#include "rung.hpp"

namespace ladder {

/// `Writer` is a lane that gets the result of the tree.
template <class Tree, int Writer = 0>
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
    if (lane == Writer) *out = total;
}

// ---- trees: lane 0 gets the result of its warp, the other lanes get a part of it -------------------------

/// Step k of five. The halves: one half of the lanes takes the values of the other half, which reorders, so
/// the operator must commute. Otherwise neighbours: the items of lane i always end where those of
/// lane i + stride begin.
template <bool Halves>
struct step {
    int stride;
    __device__ explicit step(int k) : stride(Halves ? 16 >> k : 1 << k) {}
    __device__ bool takes(int lane) const { return Halves ? lane < stride : lane % (2 * stride) == 0; }
};

/// A warp's shared memory.
template <class Value, int Count>
__device__ static Value* shared_values() {
    __shared__ Value cache[Count];
    return cache;
}

template <class Op, bool Halves>
struct shared_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        auto* const cache = shared_values<typename Op::value, 32>();
        cache[lane] = item;
        __syncwarp();
        for (int k = 0; k < 5; ++k) {
            const step<Halves> now(k);
            if (now.takes(lane)) cache[lane] = Op::join(cache[lane], cache[lane + now.stride]);
            __syncwarp();
        }
        return cache[lane];
    }
};

/// One branch for all five steps: half of the lanes take all of them, needed or not, and the others wait.
template <class Op>
struct commutative_one_if_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        auto* const cache = shared_values<typename Op::value, 32>();
        cache[lane] = item;
        __syncwarp();
        if (lane < 16) {
            for (int stride = 16; stride > 0; stride /= 2) {
                const auto joined = Op::join(cache[lane], cache[lane + stride]);
                // fault: ladder-half-warp-meets
                __syncwarp(0xffffu);
                cache[lane] = joined;
                __syncwarp(0xffffu);
            }
        }
        __syncwarp();
        return cache[lane];
    }
};

/// No lane checks whether it takes part: behind the last word are 16 words without a value. The result comes
/// from a register, because the next call clears words of `cache` that a slower lane may still have to read.
template <class Op, bool Halves>
struct padded_tree : Op {
    __device__ static typename Op::value of_warp(const typename Op::value& item, int lane) {
        auto* const cache = shared_values<typename Op::value, 32 + 16>();
        cache[lane + 16] = Op::none();
        __syncwarp();
        cache[lane] = item;
        __syncwarp();
        auto joined = item;
        for (int k = 0; k < 5; ++k) {
            joined = Op::join(cache[lane], cache[lane + step<Halves>(k).stride]);
            __syncwarp();
            cache[lane] = joined;
            __syncwarp();
        }
        return joined;
    }
};

__device__ inline int from_lane_below(int value, int distance) {
    return __shfl_down_sync(0xffffffffu, value, distance);
}
__device__ inline support::stretch from_lane_below(const support::stretch& value, int distance) {
    return {__shfl_down_sync(0xffffffffu, value.begin, distance),
            __shfl_down_sync(0xffffffffu, value.end, distance)};
}

/// Shuffles in the order of neighbours: keeping the order costs nothing.
template <class Op>
struct register_tree : Op {
    __device__ static typename Op::value of_warp(typename Op::value item, int) {
        for (int distance = 1; distance < 32; distance *= 2)
            item = Op::join(item, from_lane_below(item, distance));
        return item;
    }
};

// ---- trees that give every lane the result of its warp ---------------------------------------------------

/// In each step two lanes exchange their values.
template <class Op>
struct butterfly_tree : Op {
    __device__ static typename Op::value of_warp(typename Op::value item, int) {
        for (int distance = 16; distance > 0; distance /= 2)
            item = Op::join(item, __shfl_xor_sync(0xffffffffu, item, distance));
        return item;
    }
};

/// Lane 0 gets the result first, and the others read it there.
template <class Op>
struct broadcast_tree : Op {
    __device__ static typename Op::value of_warp(typename Op::value item, int lane) {
        return __shfl_sync(0xffffffffu, register_tree<Op>::of_warp(item, lane), 0);
    }
};

/// One instruction, for integers only.
struct instruction_tree : sum {
    __device__ static int of_warp(int item, int) { return __reduce_add_sync(0xffffffffu, item); }
};

inline family one_warp_rungs() {
    constexpr int n = 1 << 18;
    const auto run = [](auto* kernel) {
        return [=](gpu& on, const auto& w) { on.launch(kernel, 1, 32, w.items, w.n, w.out); };
    };
    using words = concatenation;
    return {"one_warp",
            {{"commutative", "five steps through shared memory", run(one_warp<shared_tree<sum, true>>), n},
             {"ordered", "keeping the order costs nothing", run(one_warp<shared_tree<sum, false>>), n, false,
              run(one_warp<shared_tree<words, false>>)},
             {"commutative_padded", "no branch, but one more __syncwarp() a step",
              run(one_warp<padded_tree<sum, true>>), n},
             {"ordered_padded", "the same, the order kept", run(one_warp<padded_tree<sum, false>>), n, false,
              run(one_warp<padded_tree<words, false>>)},
             {"commutative_one_if", "one branch for five steps, and two __syncwarp() in each",
              run(one_warp<commutative_one_if_tree<sum>>), n},
             {"registers", "shuffles need no memory, and keep the order", run(one_warp<register_tree<sum>>),
              n, false, run(one_warp<register_tree<words>>)},
             {"butterfly", "every lane has the sum, in as many shuffles",
              run(one_warp<butterfly_tree<sum>, 31>), n},
             {"broadcast", "lane 0 has it, and a sixth shuffle gives it to all",
              run(one_warp<broadcast_tree<sum>, 31>), n},
             {"instruction", "__reduce_add_sync: every lane has it, in one instruction",
              run(one_warp<instruction_tree, 31>), n}}};
}

}  // namespace ladder
