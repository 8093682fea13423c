// SPDX-License-Identifier: Apache-2.0
//
// One reduction in every shape: threads a block, blocks a multiprocessor, loads in flight a thread, and their
// width. The shapes are what the texts give guidelines for.
#include "sweep.cuh"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <kernel_facts.cuh>
#include <string>

#include "in_flight.cuh"

namespace ladder {

namespace {

struct loads {
    int bytes;
    int ahead;
    void (*kernel)(const int*, int, int*);

    std::string name() const { return std::to_string(bytes) + "_bytes_x" + std::to_string(ahead); }
};

template <class Word>
void add_loads(std::vector<loads>& all) {
    constexpr int bytes = sizeof(Word);
    for (const loads& each :
         {loads{bytes, 1, sum_in_flight<Word, 1>}, loads{bytes, 2, sum_in_flight<Word, 2>},
          loads{bytes, 4, sum_in_flight<Word, 4>}, loads{bytes, 8, sum_in_flight<Word, 8>},
          loads{bytes, 16, sum_in_flight<Word, 16>}})
        all.push_back(each);
}

std::vector<loads> every_load() {
    std::vector<loads> all;
    add_loads<int>(all);
    add_loads<int4>(all);
    return all;
}

/// One measurement.
struct shape {
    int threads;
    int blocks;  ///< a multiprocessor
    loads load;
    double occupancy = 0;  ///< of the warps that a multiprocessor holds
    double rate = 0;       ///< bytes a second; 0 where a block has not enough registers

    void measure(bench& on) {
        cudaFuncAttributes limits{};
        perf::check(cudaFuncGetAttributes(&limits, load.kernel), "asking for a kernel's limits");
        if (threads > limits.maxThreadsPerBlock) return;
        const int resident = perf::blocks_of_multiprocessor(load.kernel, threads);
        occupancy = std::min(blocks, resident) * divide_up(threads, 32) * 32. /
                    perf::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
        const rung as_rung{"", "", [&](gpu& with, const work<int>& w) {
                               with.zero(w.out);
                               with.launch(load.kernel, blocks * perf::multiprocessors(), threads, w.items,
                                           w.n, w.out);
                           }};
        on.check(as_rung);
        rate = as_rung.bytes() / on.seconds(as_rung);
    }
};

std::vector<shape> measured;
int failed = 0;

void measure_line(benchmark::State& state, bench& on, int threads, int blocks) try {
    if (measured.empty()) {
        std::printf("| threads | blocks |");
        for (const loads& each : every_load()) std::printf(" %d × %d |", each.ahead, each.bytes);
        std::printf("\n| --- | --- |");
        for (std::size_t i = 0; i < every_load().size(); ++i) std::printf(" --- |");
        std::printf("\n");
    }
    std::printf("| %d | %d |", threads, blocks);
    double best = 0;
    for (const loads& each : every_load()) {
        shape one{threads, blocks, each};
        one.measure(on);
        if (one.rate == 0) {
            std::printf(" - |");
            continue;
        }
        std::printf(" %.0f |", one.rate * 1e-9);
        state.counters[each.name()] = one.rate;
        state.counters[each.name() + "_occupancy"] = one.occupancy;
        best = std::max(best, one.rate);
        measured.push_back(one);
    }
    std::printf("\n");
    std::fflush(stdout);
    for ([[maybe_unused]] auto _ : state) state.SetIterationTime(full * sizeof(int) / best);
} catch (const std::exception& failure) {
    std::printf(" FAILED: %s\n", failure.what());
    state.SkipWithError(failure.what());
    ++failed;
}

// ---- the guidelines --------------------------------------------------------------------------------------

struct guideline {
    const char* text;
    bool (*follows)(const shape&);
};

constexpr int many_blocks = 8;  // a multiprocessor

const guideline guidelines[] = {
    {"a block is a multiple of 32 threads", [](const shape& s) { return s.threads % 32 == 0; }},
    {"a block has at least 128 threads", [](const shape& s) { return s.threads >= 128; }},
    {"a block has 128 to 256 threads", [](const shape& s) { return s.threads >= 128 && s.threads <= 256; }},
    {"at least 8 blocks a multiprocessor", [](const shape& s) { return s.blocks >= many_blocks; }},
    {"every warp that fits is there", [](const shape& s) { return s.occupancy >= 1; }},
    {"all of these, and one 4-byte load at a time",
     [](const shape& s) {
         return s.threads >= 128 && s.threads <= 256 && s.blocks >= many_blocks && s.occupancy >= 1 &&
                s.load.bytes == 4 && s.load.ahead == 1;
     }},
    {"several loads in flight a thread", [](const shape& s) { return s.load.ahead > 1; }},
    {"loads of 16 bytes", [](const shape& s) { return s.load.bytes == 16; }},
};

std::string text_of(const shape& s) {
    char text[120];
    std::snprintf(text, sizeof(text), "%.0f GB/s: %d × %d threads, %d × %d bytes, %.0f%% of the warps",
                  s.rate * 1e-9, s.blocks, s.threads, s.load.ahead, s.load.bytes, s.occupancy * 100);
    return text;
}

template <class Where>
std::string fastest(Where where) {
    const shape* best = nullptr;
    for (const shape& each : measured)
        if (where(each) && (!best || each.rate > best->rate)) best = &each;
    return best ? text_of(*best) : "";
}

/// The least occupancy that is within a few percent of the best.
std::string fewest_warps(double within) {
    const auto slower = [](const shape& a, const shape& b) { return a.rate < b.rate; };
    const double best = std::max_element(measured.begin(), measured.end(), slower)->rate;
    const shape* fewest = nullptr;
    for (const shape& each : measured)
        if (each.rate >= best * (1 - within) && (!fewest || each.occupancy < fewest->occupancy))
            fewest = &each;
    return text_of(*fewest);
}

}  // namespace

void register_sweep(bench& on) {
    for (const int threads : {32, 64, 96, 100, 128, 256, 512, 1024})
        for (const int blocks : {1, 2, 4, 8, 16, 32}) {
            const std::string name =
                "sweep/" + std::to_string(threads) + "_threads/" + std::to_string(blocks) + "_blocks";
            benchmark::RegisterBenchmark(
                name.c_str(),
                [&on, threads, blocks](benchmark::State& state) { measure_line(state, on, threads, blocks); })
                ->Iterations(1)
                ->UseManualTime()
                ->Unit(benchmark::kMicrosecond);
        }
}

int report_guidelines() {
    if (measured.empty()) return failed;
    std::printf("\n| guideline | the best that follows it | the best that does not |\n| --- | --- | --- |\n");
    for (const guideline& each : guidelines)
        std::printf("| %s | %s | %s |\n", each.text, fastest(each.follows).c_str(),
                    fastest([&](const shape& s) { return !each.follows(s); }).c_str());
    std::printf("\nThe fewest warps within 2%% of the best: %s.\n", fewest_warps(0.02).c_str());
    return failed;
}

}  // namespace ladder
