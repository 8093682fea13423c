// SPDX-License-Identifier: Apache-2.0
/// \file
/// One row of the measurements of memory, and how rows become benchmarks of Google Benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace perf {

struct row {
    std::string name;    ///< family and row
    std::string lesson;  ///< what it shows, in a sentence
    std::int64_t n;
    double useful_bytes;              ///< of what is summed
    double touched_bytes;             ///< that memory moves for it: whole sectors of 32 bytes
    std::function<double()> seconds;  ///< measures; throws where a sum is not the expected one
};

using rows = std::vector<row>;

rows transfers();       ///< an array on its way to the GPU, and there; by the host's clock
rows layouts();         ///< an array of structures against a structure of arrays; by the GPU's clock
rows alignments();      ///< bases on and off the boundary; likewise
rows strides();         ///< every k-th item; likewise
rows transpositions();  ///< a matrix turned over, and what bounds that; likewise

/// The bytes per second at which the GPU reads its own memory, and at which pinned memory is copied to it.
double read_roof();
double link_rate();

/// Measures a row, prints it, and hands it to Google Benchmark for its JSON. One iteration: its time is the
/// median that the row itself has taken. Counts what went wrong.
inline void run(benchmark::State& state, const row& of, int& wrong) try {
    const double seconds = of.seconds();
    for ([[maybe_unused]] auto _ : state) state.SetIterationTime(seconds);
    state.counters["bytes_per_second"] = of.useful_bytes / seconds;
    if (of.touched_bytes > of.useful_bytes)
        state.counters["touched_bytes_per_second"] = of.touched_bytes / seconds;
    state.counters["n"] = static_cast<double>(of.n);
    state.SetLabel(of.lesson);
    std::printf("%-46s %10.1f us %8.1f GB/s", of.name.c_str(), seconds * 1e6,
                of.useful_bytes / seconds * 1e-9);
    if (of.touched_bytes > of.useful_bytes) std::printf(" of %.1f", of.touched_bytes / seconds * 1e-9);
    std::printf("\n");
    std::fflush(stdout);
} catch (const std::exception& failure) {
    std::printf("%-46s ERROR %s\n", of.name.c_str(), failure.what());
    std::fflush(stdout);
    state.SkipWithError(failure.what());
    ++wrong;
}

inline void add(const rows& all, int& wrong) {
    for (const row& each : all)
        benchmark::RegisterBenchmark(("memory/" + each.name).c_str(),
                                     [each, &wrong](benchmark::State& state) { run(state, each, wrong); })
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
}

}  // namespace perf
