// SPDX-License-Identifier: Apache-2.0
// The time of a kernel that writes many results from the pool's items. Every result is compared.
#pragma once

#include <timing.cuh>

namespace perf {

/// `make` gives a kernel call that writes the results to cleared memory; `compare` counts the wrong ones.
inline double checked_seconds(std::int64_t items, std::int64_t results,
                              const std::function<work(const int*, int*)>& make,
                              const std::function<void(const int*, const int*, unsigned*)>& compare) {
    lab& on = lab::instance();
    if (on.pool_bytes() < static_cast<std::size_t>(items) * sizeof(int))
        throw std::runtime_error("the GPU has not enough memory for this row");
    const auto* const from = reinterpret_cast<const int*>(on.items(fill<int>));
    const device_memory to(static_cast<std::size_t>(results) * sizeof(int));
    const device_memory wrong(sizeof(unsigned));
    const auto clear = [&] {
        check(cudaMemset(to.data(), 0x80, to.bytes()), "clearing results");
        check(cudaMemset(wrong.data(), 0, wrong.bytes()), "clearing a count");
        check(cudaDeviceSynchronize(), "clearing results");
    };
    clear();
    return gpu_seconds(make(from, to.data<int>()), [&] {
        unsigned count = 0;
        compare(from, to.data<int>(), wrong.data<unsigned>());
        check(cudaGetLastError(), "comparing results");
        check(cudaMemcpy(&count, wrong.data(), sizeof(count), cudaMemcpyDefault), "comparing results");
        if (count > 0) throw std::runtime_error("WRONG: " + std::to_string(count) + " results");
        clear();
    });
}

}  // namespace perf
