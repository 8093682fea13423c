// SPDX-License-Identifier: Apache-2.0
/// \file
/// How rows become benchmarks of Google Benchmark. Each row is one benchmark that measures all its sides by
/// turns: separate benchmarks would run seconds apart, and the clock of the machine drifts more than a
/// floor's margin in that time.
#pragma once

#include <benchmark/benchmark.h>

#include <exception>
#include <iostream>
#include <table.hpp>
#include <vector>

namespace perf {

/// A benchmark that measures a row. `Row` has `row`, `clock_name()`, `n` and `measure() -> outcome`.
template <class Row>
struct row_benchmark {
    Row row;

    void operator()(benchmark::State& state) const {
        try {
            const outcome found = row.measure();
            for ([[maybe_unused]] auto _ : state) state.SetIterationTime(found.seconds);
            state.counters["bytes_per_second"] = found.bytes / found.seconds;
            state.counters["spread"] = found.spread;
            for (const rival& other : found.rivals) {
                state.counters[other.name + "_us"] = other.seconds * 1e6;
                state.counters[other.name + "_spread"] = other.spread;
                state.counters[other.name + "_ratio"] = other.ratio(found.seconds);
                if (other.floor > 0) state.counters[other.name + "_floor"] = other.floor;
            }
            table::instance().print(found);
        } catch (const std::exception& failure) {
            table::instance().print_failure(row.row, row.n, failure.what());
            state.SkipWithError(failure.what());
        }
    }
};

/// Makes a benchmark of each row. One iteration: its time is the median that the row itself has taken.
template <class Row>
void add(const std::vector<Row>& rows) {
    for (const Row& row : rows)
        benchmark::RegisterBenchmark((row.row + "/" + std::to_string(row.n)).c_str(), row_benchmark<Row>{row})
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
}

/// Prints the context alone: the rows print themselves.
class quiet_reporter : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context& context) override {
        PrintBasicContext(&std::cerr, context);
        return true;
    }
    void ReportRuns(const std::vector<Run>&) override {}
};

/// Runs what the arguments ask for. To be called after benchmark::Initialize.
inline int run_all(int argc, char** argv) {
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    quiet_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return table::instance().finish();
}

}  // namespace perf
