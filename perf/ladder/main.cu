// SPDX-License-Identifier: Apache-2.0
//
// The ladder: from the first kernel of every course to the library's reduction, rung by rung, on the same
// items. `perf_ladder sweep` tries one reduction in every shape; `perf_ladder once` calls every rung once,
// for a profiler, and `perf_ladder once nested` those whose kernels launch kernels.
#include <algorithm>
#include <machine.cuh>
#include <map>
#include <memory>
#include <suite.hpp>

#include "as_printed.cuh"
#include "bench.cuh"
#include "families.hpp"
#include "in_place.cuh"
#include "levels.cuh"
#include "one_warp.cuh"
#include "queue.cuh"
#include "resident.cuh"
#include "roof.cuh"
#include "shared_memory.cuh"
#include "sweep.cuh"
#include "unrolling.cuh"
#include "vectors.cuh"

namespace ladder {

namespace {

/// Prints the lines of the table, and hands the same to Google Benchmark for its JSON. Within a family, a
/// rung is compared with the one before.
class table {
  public:
    explicit table(double roof) : roof_(roof) {
        std::printf("%-20s%-24s%8s%12s%9s%7s%9s  %s\n", "family", "rung", "n", "us", "GB/s", "roof",
                    "x before", "");
    }

    void add(benchmark::State& state, const std::string& family, const line& found) {
        const double rate = found.rate();
        for ([[maybe_unused]] auto _ : state) state.SetIterationTime(found.seconds);
        state.SetLabel(found.lesson);
        state.counters["bytes_per_second"] = rate;
        state.counters["n"] = static_cast<double>(found.n);
        std::printf("%-20s%-24s%8s%12.2f%9.*f%6.1f%%", family.c_str(), found.name,
                    perf::count_text(found.n).c_str(), found.seconds * 1e6, rate < 1e11 ? 2 : 0, rate * 1e-9,
                    rate / roof_ * 100);
        if (family == family_ && family != "roof") {
            state.counters["ratio_to_previous"] = rate / previous_;
            std::printf("%9.2f", rate / previous_);
        } else {
            std::printf("%9s", "");
        }
        std::printf("  %s\n", found.lesson);
        std::fflush(stdout);
        family_ = family;
        previous_ = rate;
    }

    void fail(benchmark::State& state, const std::string& family, const char* rung, const char* what) {
        std::printf("%-20s%-24s FAILED: %s\n", family.c_str(), rung, what);
        state.SkipWithError(what);
        ++failed_;
    }

    int finish() const {
        std::printf("%d rungs are wrong or failed\n", failed_);
        return failed_ > 0;
    }

  private:
    double roof_;
    std::string family_;
    double previous_ = 0;
    int failed_ = 0;
};

template <class Run>
void add_benchmark(const std::string& family, const std::string& rung, Run run) {
    benchmark::RegisterBenchmark(("ladder/" + family + "/" + rung).c_str(), run)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

/// Those whose kernels the host launches, all of them.
std::vector<family> plain_families() {
    return {vector_addition(),
            shared_memory(),
            complete_unrolling(),
            in_place(),
            headline_ratios(),
            one_warp_rungs(),
            one_block(),
            grid(),
            resident_blocks(),
            levels_from_the_host(),
            queue(),
            libraries()};
}

std::vector<family> families() {
    std::vector<family> all = plain_families();
#ifdef LADDER_NESTED
    all.insert(all.end() - 1, nested_grids());
#endif
    return all;
}

void run_benchmarks() {
    perf::quiet_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
}

int climb(bench& on) {
    const auto roof = measure_roof(on);
    const double read = roof[0].rate();
    benchmark::AddCustomContext("read_roof_bytes_per_second", std::to_string(read));
    benchmark::AddCustomContext("copy_roof_bytes_per_second",
                                std::to_string(std::max(roof[1].rate(), roof[2].rate())));
    benchmark::AddCustomContext("card", card_properties());
    std::printf("%s\n", card_properties().c_str());
    table lines(read);

    for (const line& each : roof)
        add_benchmark("roof", each.name, [&](benchmark::State& state) { lines.add(state, "roof", each); });
    for (const family& of : families())
        for (const rung& each : of.rungs)
            add_benchmark(of.name, each.name, [&on, &lines, name = of.name, each](benchmark::State& state) {
                try {
                    on.check(each);
                    lines.add(state, name, {each.name, each.lesson, each.bytes(), on.seconds(each), each.n});
                } catch (const std::exception& failure) {
                    lines.fail(state, name, each.name, failure.what());
                }
            });
    run_benchmarks();
    return lines.finish();
}

int sweep(bench& on) {
    std::printf("%s\n\n", card_properties().c_str());
    register_sweep(on);
    run_benchmarks();
    return report_guidelines() > 0;
}

/// Says in which order the rungs come, for what a profiler has seen to be told apart.
int profile(bench& on, const std::vector<family>& all) {
    std::printf("card,%s\n", card_properties().c_str());
    int failed = 0;
    for (const family& of : all)
        for (const rung& each : of.rungs) {
            try {
                on.profile(of.name, each);
            } catch (const std::exception& failure) {
                std::printf("FAILED: %s\n", failure.what());
                ++failed;
            }
        }
    return failed > 0;
}

int once(bench& on) { return profile(on, plain_families()); }

/// ncu sees the first grid of each rung, and counts what its children do as its own.
int once_nested([[maybe_unused]] bench& on) {
#ifdef LADDER_NESTED
    constexpr int largest = 1 << 18;
    family of = nested_grids();
    std::erase_if(of.rungs, [](const rung& each) { return each.n > largest; });
    return profile(on, {of});
#else
    throw std::runtime_error("this build has no nested grids");
#endif
}

}  // namespace

}  // namespace ladder

int main(int argc, char** argv) try {
    benchmark::Initialize(&argc, argv);
    const std::map<std::string, int (*)(ladder::bench&)> commands{{"", ladder::climb},
                                                                  {"sweep", ladder::sweep},
                                                                  {"once", ladder::once},
                                                                  {"once nested", ladder::once_nested}};
    std::string command;
    for (; argc > 1 && argv[1][0] != '-'; ++argv, --argc) {
        if (!command.empty()) command += ' ';
        command += argv[1];
    }
    if (!commands.contains(command)) throw std::runtime_error("there is no command '" + command + "'");
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    perf::describe_machine();
    ladder::bench on;
    return commands.at(command)(on);
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_ladder: %s\n", failure.what());
    return 1;
}
