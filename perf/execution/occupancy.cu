// SPDX-License-Identifier: Apache-2.0
//
// What limits occupancy, and what low occupancy costs a kernel that waits for memory. The sums are the same,
// with one 4-byte load in flight for each thread, but with more registers for each thread or more shared
// memory for each block. All blocks are resident at the same time and share the items, so there is one wave
// of blocks in every row.
#include <execution/families.hpp>
#include <execution/kept.cuh>
#include <kernel_facts.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

constexpr int threads = kept_block;
constexpr int n = 1 << 26;

__global__ void count_wrong_sums(const int* from, int kept, const int* found, unsigned* wrong) {
    const int i = blockIdx.x * threads + threadIdx.x;
    const int all_threads = gridDim.x * threads;
    int total = 0;
    for (int k = i; k < n; k += all_threads) total += from[k];
    int mixed = total;
    for (int j = 0; j < kept; ++j) mixed += from[(threadIdx.x + j) % threads] * (total ^ j);
    if (found[i] != mixed) atomicAdd(wrong, 1u);
}

template <int Kept>
row limited(const std::string& name, const char* lesson, int shared_kib) {
    const std::size_t shared_bytes = static_cast<std::size_t>(shared_kib) << 10;
    const auto allow = [=] {
        check(cudaFuncSetAttribute(sum_and_keep<Kept>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(shared_bytes)),
              "asking for shared memory");
        check(cudaFuncSetAttribute(sum_and_keep<Kept>, cudaFuncAttributePreferredSharedMemoryCarveout, 100),
              "asking for shared memory");
    };
    const auto measure = [=] {
        allow();
        const int blocks = device_attribute(cudaDevAttrMultiProcessorCount) *
                           blocks_of_multiprocessor(sum_and_keep<Kept>, threads, shared_bytes);
        const auto make = [=](const int* from, int* to) -> work {
            return [=] {
                sum_and_keep<Kept><<<blocks, threads, shared_bytes, lab::instance().stream()>>>(from, n, to);
                check(cudaGetLastError(), "summing");
            };
        };
        const auto compare = [=](const int* from, const int* found, unsigned* wrong) {
            count_wrong_sums<<<blocks, threads>>>(from, Kept, found, wrong);
        };
        return checked_seconds(n, blocks * threads, make, compare);
    };
    row made{"occupancy/" + name, lesson, n, 4. * n, 4. * n, measure};
    made.explained_by = [=](double) {
        allow();
        return kernel_facts(sum_and_keep<Kept>, threads, shared_bytes);
    };
    return made;
}

template <int Kept>
row by_registers() {
    return limited<Kept>(std::to_string(Kept) + " words kept in registers",
                         "a multiprocessor's registers are divided among its threads", 0);
}

}  // namespace

rows occupancy_limits() {
    rows all{limited<0>("no limit", "every warp that fits is there", 0), by_registers<32>(),
             by_registers<64>(), by_registers<88>(), by_registers<128>()};
    for (const int kib : {36, 54, 110, 220})
        all.push_back(limited<0>(std::to_string(kib) + " KiB of shared memory a block",
                                 "a multiprocessor's shared memory is divided among its blocks", kib));
    return all;
}

}  // namespace perf
