// SPDX-License-Identifier: Apache-2.0
//
// What limits occupancy, and what a kernel that waits for memory loses by it: the same sums, one 4-byte load
// in flight a thread, with more registers a thread or more shared memory a block.
#include <execution/families.hpp>
#include <execution/kept.cuh>
#include <kernel_facts.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

constexpr int threads = kept_block;
constexpr int all_threads = 1 << 18;
constexpr int n = all_threads * items_of_thread;

__global__ void count_wrong_sums(const int* from, int kept, const int* found, unsigned* wrong) {
    const int i = blockIdx.x * threads + threadIdx.x;
    int total = 0;
    for (int k = 0; k < items_of_thread; ++k) total += from[i + k * all_threads];
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
    const auto make = [=](const int* from, int* to) -> work {
        allow();
        return [=] {
            sum_and_keep<Kept>
                <<<all_threads / threads, threads, shared_bytes, lab::instance().stream()>>>(from, to);
            check(cudaGetLastError(), "summing");
        };
    };
    const auto compare = [=](const int* from, const int* found, unsigned* wrong) {
        count_wrong_sums<<<all_threads / threads, threads>>>(from, Kept, found, wrong);
    };
    row made{"occupancy/" + name, lesson, n, 4. * n, 4. * n, [=] {
                 return checked_seconds(n, all_threads, make, compare);
             }};
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
             by_registers<64>(), by_registers<128>(), by_registers<200>()};
    for (const int kib : {36, 54, 110, 220})
        all.push_back(limited<0>(std::to_string(kib) + " KiB of shared memory a block",
                                 "a multiprocessor's shared memory is divided among its blocks", kib));
    return all;
}

}  // namespace perf
