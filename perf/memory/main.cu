// SPDX-License-Identifier: Apache-2.0
//
// The same sum with the array in every kind of memory, and in several layouts.
#include <machine.cuh>
#include <memory/row.hpp>
#include <suite.hpp>

int main(int argc, char** argv) try {
    using namespace perf;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    describe_machine();
    benchmark::AddCustomContext("read_roof_bytes_per_second", std::to_string(read_roof()));
    benchmark::AddCustomContext("link_bytes_per_second", std::to_string(link_rate()));
    int wrong = 0;
    for (const auto family : {transfers, layouts, alignments, strides, transpositions}) add(family(), wrong);
    quiet_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    std::printf("%d wrong results or errors\n", wrong);
    return wrong ? 1 : 0;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_memory: %s\n", failure.what());
    return 1;
}
