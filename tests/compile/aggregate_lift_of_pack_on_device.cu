// expect: calling a __host__ function.*lift
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A pack that the GPU cannot take in is an error, not a kernel without the call.
#include <impulse/reduce.hpp>

struct host_only_packs {
    static constexpr int leaf = 4;
    __host__ __device__ int lift(int item) const { return item; }
    int lift(const impulse::pack<int, 4>& items) const { return items[0]; }
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
};

int reduced(const int* first) {
    return impulse::reduce(impulse::last_block.on(impulse::device), first, first + 10, 0, host_only_packs{});
}
