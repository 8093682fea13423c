// SPDX-License-Identifier: Apache-2.0
/// \file
/// How rows become benchmarks of Google Benchmark. Each row is one benchmark that measures all its sides by
/// turns: separate benchmarks would run seconds apart, and the clock of the machine drifts more than a
/// floor's margin in that time.
#pragma once

#include <benchmark/benchmark.h>

#include <iostream>
#include <vector>

namespace perf {

/// Prints the context alone: the rows print themselves.
class quiet_reporter : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context& context) override {
        PrintBasicContext(&std::cerr, context);
        return true;
    }
    void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace perf
