// SPDX-License-Identifier: Apache-2.0
//
// The cost of memory: the same sum with the array in every kind of memory and in several layouts, beside the
// books' plain kernels. `perf_memory once` calls every row once, for a profiler.
#include <memory/families.hpp>
#include <run_suite.cuh>

int main(int argc, char** argv) {
    using namespace perf;
    const auto roofs = [] { report::context("read_roof_bytes_per_second", std::to_string(read_roof())); };
    constexpr bool without_counters = false;
    return run_suite("memory", argc, argv, roofs,
                     {{transfers},
                      {zero_copies},
                      {managed_matrices},
                      {allocations, without_counters},
                      {small_transfers, without_counters},
                      {overlaps, without_counters},
                      {concurrent_kernels, without_counters},
                      {layouts},
                      {alignments},
                      {strides},
                      {plain_sums},
                      {plain_copies},
                      {tables},
                      {windows},
                      {local_memory},
                      {transpositions}});
}
