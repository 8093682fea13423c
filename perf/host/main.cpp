// SPDX-License-Identifier: Apache-2.0
//
// The standard library, OpenMP, Thrust and Impulse on the CPU, in one process.
//
//   perf_host [--markdown=FILE] [Google Benchmark's arguments]
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <suite.hpp>

#include "machine.hpp"
#include "markdown.hpp"
#include "row.hpp"

int main(int argc, char** argv) {
    // Of LLVM's OpenMP, whose threads would spin for 200 ms against the sides that follow (turns.cpp).
    setenv("KMP_BLOCKTIME", "5", 0);
    benchmark::Initialize(&argc, argv);
    constexpr std::string_view option = "--markdown=";
    if (argc > 1 && std::string_view(argv[1]).starts_with(option)) {
        const char* const path = argv[1] + option.size();
        if (!perf::markdown::instance().open(path)) {
            std::fprintf(stderr, "%s cannot be written\n", path);
            return 2;
        }
        argv[1] = argv[0];
        --argc, ++argv;
    }
    benchmark::AddCustomContext("cpu", perf::cpu_model());
    benchmark::AddCustomContext("threads", perf::thread_count());
    benchmark::AddCustomContext("compiler", perf::compiler());
    benchmark::AddCustomContext("host_back_end", perf::host_back_end());
    perf::add(perf::rows_of(perf::all_comparisons()));
    return perf::run_all(argc, argv);
}
