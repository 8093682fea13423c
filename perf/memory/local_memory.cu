// SPDX-License-Identifier: Apache-2.0
//
// Local memory: the cost of a thread's array whose indices the compiler does not know, and of spills when
// registers are limited (__maxnreg__ limits a kernel as -maxrregcount limits a file).
#include <kernel_facts.cuh>
#include <memory/families.hpp>
#include <memory/private_arrays.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

constexpr int threads = private_block;
constexpr int readers = 1 << 20;

__global__ void count_wrong_weighted(const int* from, int items, bool twice, order by, const int* found,
                                     unsigned* wrong) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    for (int k = 0; k < items; ++k) first += from[i + k * by.factor % items * readers] * (k + 1);
    int second = 0;
    for (int j = 0; j < items; ++j) second += from[i + j * readers] * (first ^ j);
    if (found[i] != (twice ? second : first)) atomicAdd(wrong, 1u);
}

row local_row(const std::string& name, const char* lesson, int items, void (*kernel)(const int*, order, int*),
              bool twice = false) {
    const auto make = [=](const int* from, int* to) -> work {
        return [=] {
            kernel<<<readers / threads, threads, 0, lab::instance().stream()>>>(from, some_order, to);
            check(cudaGetLastError(), "summing by weights");
        };
    };
    const auto compare = [=](const int* from, const int* found, unsigned* wrong) {
        count_wrong_weighted<<<readers / threads, threads>>>(from, items, twice, some_order, found, wrong);
    };
    const std::int64_t n = std::int64_t{readers} * items;
    row made{
        "local memory/" + name, lesson, n, 4. * static_cast<double>(n), 4. * static_cast<double>(n), [=] {
            return checked_seconds(n, readers, make, compare);
        }};
    made.explained_by = [=](double) { return kernel_facts(kernel, threads); };
    return made;
}

template <int Limit>
row limited(const char* lesson) {
    return local_row("at most " + std::to_string(Limit) + " registers", lesson, 64,
                     in_limited_registers<Limit>, true);
}

}  // namespace

rows local_memory() {
    return {local_row("array in registers", "every index is known to the compiler", 32, in_registers<32>),
            local_row("array in local memory", "an index of run time: stored, and loaded again", 32,
                      in_local_memory<32>),
            local_row("array in shared memory", "an index of run time, without going to memory", 32,
                      in_shared_memory<32>),
            limited<255>("as many as a thread can have: all 64 loads are in flight"),
            limited<64>("fewer than there are items: some are spilled"),
            limited<48>("more warps, and more spills"),
            limited<40>("likewise"),
            limited<32>("every warp that fits is there, and every item is spilled")};
}

}  // namespace perf
