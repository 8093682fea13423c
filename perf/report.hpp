// SPDX-License-Identifier: Apache-2.0
// The rows that perf measures: named figures. They are printed when they are found, and Google Benchmark
// writes them as JSON and adds its options to every program. results.py says what the names mean.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <timing.hpp>
#include <utility>

namespace perf {

struct figure {
    template <class Number>
    figure(std::string its_name, Number its_value, double its_floor = 0)
        : name(std::move(its_name)), value(static_cast<double>(its_value)), floor(its_floor) {}

    std::string name;
    double value;
    double floor;  ///< the minimum of the figure; 0 means no minimum
};

/// The figures of a row. A row with a wrong result throws, and has none.
struct finding {
    double seconds = 0;  ///< 0 if the row has no time
    std::vector<figure> figures = {};
    std::string lesson = {};  ///< what the row shows, in words

    template <class Number>
    void add(std::string name, Number value, double floor = 0) {
        figures.emplace_back(std::move(name), value, floor);
    }
    void add_rate(double bytes) { add("bytes_per_second", bytes / seconds); }
    /// A rival that does the same: its time, and its time divided by the row's own.
    void add_rival(const std::string& name, double its_seconds, double floor = 0) {
        add(name + "_us", its_seconds * 1e6);
        add(name + "_ratio", its_seconds / seconds, floor);
    }
};

/// The rows of a program.
class report {
  public:
    static report& instance() {
        static report only;
        return only;
    }

    /// The context of the rows: the machine, and what all rows share.
    static void context(const std::string& key, const std::string& value) {
        benchmark::AddCustomContext(key, value);
    }

    /// A row that is measured if the options select it. It has one iteration, whose time is the row's time.
    void add(const std::string& name, std::function<finding()> measure) {
        benchmark::RegisterBenchmark(name.c_str(),
                                     [this, name, measure = std::move(measure)](benchmark::State& state) {
                                         run(state, name, measure);
                                     })
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
    }

    /// A row that was measured together with others. It is printed at once.
    void tell(const std::string& name, const finding& found, bool is_right = true) {
        if (!is_right) return fail(name, "WRONG: another result");
        print(name, found);
        add(name, [found] { return found; });
        printed_.push_back(name);
    }

    void fail(const std::string& name, const char* what) {
        std::printf("%-56s ERROR %s\n", name.c_str(), what);
        std::fflush(stdout);
        ++wrong_;
    }

    /// Measures the rows that the options select, and returns the exit status. Floors were set for one
    /// machine, so a missed floor is no failure of the program; a wrong result is.
    int finish() {
        quiet_reporter quiet;
        benchmark::RunSpecifiedBenchmarks(&quiet);
        benchmark::Shutdown();
        std::printf("%d floors met, %d missed; %d wrong results or errors\n", met_, missed_, wrong_);
        return wrong_ ? 1 : 0;
    }

  private:
    /// Prints only the context: the rows print themselves.
    struct quiet_reporter final : benchmark::BenchmarkReporter {
        bool ReportContext(const Context& context) override {
            PrintBasicContext(&std::cerr, context);
            return true;
        }
        void ReportRuns(const std::vector<Run>&) override {}
    };

    void run(benchmark::State& state, const std::string& name, const std::function<finding()>& measure) try {
        const finding found = measure();
        for ([[maybe_unused]] auto _ : state) state.SetIterationTime(found.seconds);
        for (const figure& each : found.figures) {
            state.counters[each.name] = each.value;
            if (each.floor > 0) state.counters[floor_name(each.name)] = each.floor;
        }
        state.SetLabel(found.lesson);
        if (std::find(printed_.begin(), printed_.end(), name) == printed_.end()) print(name, found);
    } catch (const std::exception& failure) {
        fail(name, failure.what());
        state.SkipWithError(failure.what());
    }

    /// cub_ratio and cub_floor are adjacent.
    static std::string floor_name(const std::string& name) {
        const std::size_t end = name.ends_with("_ratio") ? name.size() - 6 : name.size();
        return name.substr(0, end) + "_floor";
    }

    void print(const std::string& name, const finding& found) {
        std::printf("%-56s", name.c_str());
        if (found.seconds > 0) std::printf(" %11.2f us", found.seconds * 1e6);
        for (const figure& each : found.figures) {
            constexpr std::string_view rate = "_per_second";
            if (each.name.ends_with(rate))
                std::printf("  %.4g G%s/s", each.value * 1e-9,
                            each.name.substr(0, each.name.size() - rate.size()).c_str());
            else if (!each.name.ends_with("_us") && !each.name.ends_with("spread"))
                std::printf("  %s %.4g", each.name.c_str(), each.value);
            if (each.floor <= 0) continue;
            const bool is_met = each.value >= each.floor;
            ++(is_met ? met_ : missed_);
            std::printf(" (floor %.3g: %s)", each.floor, is_met ? "PASS" : "MISS");
        }
        std::printf("%s%s\n", found.lesson.empty() ? "" : "  ", found.lesson.c_str());
        std::fflush(stdout);
    }

    std::vector<std::string> printed_;
    int met_ = 0;
    int missed_ = 0;
    int wrong_ = 0;
};

/// The value of IMPULSE_COMMIT, for copies of a tree; else, if git is there, the commit of the current
/// folder, with "-dirty" if it has changes.
inline std::string checked_out_commit() {
    if (const char* const given = std::getenv("IMPULSE_COMMIT")) return given;
    std::string said;
    constexpr const char* ask = "git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null";
    if (std::FILE* const git = popen(ask, "r")) {
        char line[64] = "";
        if (std::fgets(line, sizeof(line), git)) said = line;
        (void)pclose(git);
    }
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return said;
}

/// The main program of a part of perf: run(argc, argv) adds or tells rows. Besides Google Benchmark's options
/// it takes at most `words` arguments.
template <class Run>
int main_of(const char* program, int words, int argc, char** argv, const Run& run) try {
    benchmark::Initialize(&argc, argv);
    if (const std::string commit = checked_out_commit(); !commit.empty()) report::context("commit", commit);
    const auto is_option = [](const char* each) { return std::string_view(each).starts_with("-"); };
    if (argc > 1 + words || std::any_of(argv + 1, argv + argc, is_option))
        return benchmark::ReportUnrecognizedArguments(argc, argv) ? 2 : 0;
    run(argc, argv);
    return report::instance().finish();
} catch (const std::exception& failure) {
    std::fprintf(stderr, "%s: %s\n", program, failure.what());
    return 1;
}

}  // namespace perf
