// SPDX-License-Identifier: Apache-2.0
//
// The standard library, OpenMP and Impulse on the CPU, in one process.
#include <impulse/config.hpp>
#include <suite.hpp>
#include <thread>

#include "row.hpp"

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    benchmark::AddCustomContext("threads", std::to_string(std::thread::hardware_concurrency()));
    benchmark::AddCustomContext("compiler", "g++ " __VERSION__);
#if defined(IMPULSE_HOST_TBB)
    benchmark::AddCustomContext("host_back_end", "tbb");
#elif defined(IMPULSE_HOST_THREADS)
    benchmark::AddCustomContext("host_back_end", "threads");
#else
    benchmark::AddCustomContext("host_back_end", "serial");
#endif
    perf::add(perf::host_rows());
    return perf::run_all(argc, argv);
}
