// SPDX-License-Identifier: Apache-2.0
/// \file
/// How rows become benchmarks of Google Benchmark, and the main program of a suite of rows.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <initializer_list>
#include <lab.cuh>
#include <machine.cuh>
#include <measured_row.hpp>
#include <string>
#include <suite.hpp>

namespace perf {

/// Measures a row, prints it, and hands it to Google Benchmark for its JSON. One iteration: its time is the
/// median that the row itself has taken. Counts what went wrong.
inline void run(benchmark::State& state, const row& of, int& wrong) try {
    lab& on = lab::instance();
    if (on.profiles()) on.profiled_row = std::to_string(of.n) + "," + of.name;
    const double seconds = of.seconds();
    for ([[maybe_unused]] auto _ : state) state.SetIterationTime(seconds);
    if (on.profiles()) return;
    state.counters["n"] = static_cast<double>(of.n);
    state.SetLabel(of.lesson);
    std::printf("%-54s %10.1f us", of.name.c_str(), seconds * 1e6);
    if (of.useful_bytes > 0) {
        state.counters["bytes_per_second"] = of.useful_bytes / seconds;
        std::printf(" %8.1f GB/s", of.useful_bytes / seconds * 1e-9);
    }
    if (of.touched_bytes > of.useful_bytes) {
        state.counters["touched_bytes_per_second"] = of.touched_bytes / seconds;
        std::printf(" of %.1f", of.touched_bytes / seconds * 1e-9);
    }
    if (of.operations > 0) {
        state.counters["operations_per_second"] = of.operations / seconds;
        std::printf(" %8.1f G operations/s", of.operations / seconds * 1e-9);
    }
    if (of.explained_by)
        for (const auto& [name, value] : of.explained_by(seconds)) {
            state.counters[name] = value;
            std::printf(", %s %.4g", name.c_str(), value);
        }
    std::printf("\n");
    std::fflush(stdout);
} catch (const std::exception& failure) {
    std::printf("%-54s ERROR %s\n", of.name.c_str(), failure.what());
    std::fflush(stdout);
    state.SkipWithError(failure.what());
    ++wrong;
}

inline void add(const std::string& suite, const rows& all, int& wrong) {
    for (const row& each : all)
        benchmark::RegisterBenchmark((suite + "/" + each.name).c_str(),
                                     [each, &wrong](benchmark::State& state) { run(state, each, wrong); })
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
}

/// A function that makes rows. A profiler runs one kernel at a time, and sees neither copies nor the host:
/// rows about these have no counters.
struct row_family {
    rows (*make)();
    bool has_counters = true;
};

/// The main program of a suite. Its argument `once` calls every row that has counters, and that the filter
/// leaves, once; `context` adds what the rows are read against to a measurement.
inline int run_suite(const char* suite, int argc, char** argv, const std::function<void()>& context,
                     std::initializer_list<row_family> families) try {
    benchmark::Initialize(&argc, argv);
    const bool once = argc > 1 && argv[1] == std::string("once");
    if (once) {
        ++argv;
        --argc;
    }
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    describe_machine();
    if (once) {
        cudaDeviceProp card{};
        check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
        std::printf("card,%s\n", card.name);
        lab::instance().profile_only();
    } else {
        context();
    }
    int wrong = 0;
    for (const row_family& each : families)
        if (each.has_counters || !once) add(suite, each.make(), wrong);
    quiet_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    std::printf("%d wrong results or errors\n", wrong);
    return wrong ? 1 : 0;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_%s: %s\n", suite, failure.what());
    return 1;
}

}  // namespace perf
