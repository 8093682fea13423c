// SPDX-License-Identifier: Apache-2.0
// # 4. The GPU
// The same calls reduce memory of a GPU. The operator is marked `IMPULSE_SHARED`, so that nvcc compiles it
// for both sides. The result has the bits of the host's.
//
// Prints: 1000 become 1140.59 on the GPU; the host has the same bits: yes
#include <impulse/host.hpp>  // this file calls the host too
#include <impulse/reduce.hpp>

#include <thrust/device_vector.h>

#include <cmath>
#include <iostream>
#include <vector>

struct day {  // a balance b becomes factor * b + amount
    double factor, amount;
    bool operator==(const day&) const = default;
};
struct then {  // the day x, then the day y
    IMPULSE_SHARED day operator()(const day& x, const day& y) const {
        return {x.factor * y.factor, std::fma(y.factor, x.amount, y.amount)};
    }
};

int main() {
    std::vector<day> days;
    for (int i = 0; i < 730; ++i) days.push_back({1.0001, i % 30 == 0 ? 2.5 : 0});
    const thrust::device_vector<day> on_gpu = days;

    const day host = impulse::reduce(days, day{1, 0}, then{});
    const day all = impulse::reduce(on_gpu, day{1, 0}, then{});  // a device_vector means the GPU
    std::cout << "1000 become " << all.factor * 1000 + all.amount
              << " on the GPU; the host has the same bits: " << (all == host ? "yes" : "no") << '\n';
}
//| - A pointer means the host. For GPU memory say where: `reduce(impulse::automatic.on(stream), p, p + n, …)`.
//| - `reduce` returns a value, so it waits for the GPU. `reduce_into(policy, x, out, …)` writes it to memory of
//|   the GPU and waits for nothing; with a workspace a graph may capture it.
//| - Compile it with `nvcc -std=c++20 -O2 4_gpu.cu` and `-I` as before.
