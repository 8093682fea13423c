// SPDX-License-Identifier: Apache-2.0
//
// How warps execute: divergence, the latency of arithmetic and of memory and what hides it, and what limits
// occupancy. `perf_execution once` calls every row once, for a profiler.
#include <execution/families.hpp>
#include <run_suite.cuh>

int main(int argc, char** argv) {
    using namespace perf;
    return run_suite(
        "execution", argc, argv, [] {},
        {{divergence}, {arithmetic_latency}, {memory_latency}, {occupancy_limits}, {number_types}});
}
