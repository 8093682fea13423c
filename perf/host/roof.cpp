// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <impulse/host.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "machine.hpp"
#include "roof.hpp"

namespace perf {

namespace {

// Always by the vectors of x86-64-v3, whatever the rest is compiled for.
#if defined(__x86_64__)
#define PERF_FULL_SPEED [[gnu::target("avx2")]]
#else
#define PERF_FULL_SPEED
#endif

PERF_FULL_SPEED std::uint64_t sum_of_words(const std::uint64_t* from, std::int64_t count) {
    typedef std::uint64_t four __attribute__((vector_size(32), aligned(8), may_alias));
    four lanes[8] = {};
    std::int64_t i = 0;
    for (; i + 32 <= count; i += 32) {
        const auto* const at = reinterpret_cast<const four*>(from + i);
        lanes[0] += at[0], lanes[1] += at[1], lanes[2] += at[2], lanes[3] += at[3];
        lanes[4] += at[4], lanes[5] += at[5], lanes[6] += at[6], lanes[7] += at[7];
    }
    for (int l = 1; l < 8; ++l) lanes[0] += lanes[l];
    std::uint64_t total = lanes[0][0] + lanes[0][1] + lanes[0][2] + lanes[0][3];
    for (; i < count; ++i) total += from[i];
    return total;
}

double seconds(const std::function<void()>& call, int calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (int c = 0; c < calls; ++c) call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls;
}

/// The best of many short samples of each, by turns.
std::vector<double> best_seconds(const roof_items& items, double budget) {
    std::vector<double> best(items.calls.size(), 1e9);
    const int calls = static_cast<int>(std::max<std::int64_t>(1, (1 << 17) / items.bytes));
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
    int rounds = 0;
    do {
        for (std::size_t c = 0; c < best.size(); ++c)
            best[c] = std::min(best[c], seconds(items.calls[c].call, calls));
    } while (++rounds < 3 || std::chrono::steady_clock::now() < end);
    return best;
}

template <class T>
void print_type(const char* type, const std::vector<int>& sizes, double budget) {
    std::vector<std::vector<double>> parts;
    std::vector<std::string> names;
    for (const int size : sizes) {
        const roof_items items = make_roof_items<T>(std::int64_t{1} << size);
        const std::vector<double> best = best_seconds(items, budget);
        parts.resize(best.size());
        names.resize(best.size());
        for (std::size_t c = 0; c < best.size(); ++c) {
            names[c] = items.calls[c].name;
            parts[c].push_back(c == 0 ? static_cast<double>(items.bytes) / best[0] * 1e-9
                                      : best[0] / best[c] * items.calls[c].arrays);
        }
    }
    for (std::size_t c = 0; c < names.size(); ++c) {
        std::printf("| %s | %s |", names[c].c_str(), type);
        for (const double part : parts[c]) std::printf(c == 0 ? " %.0f GB/s |" : " %.2f |", part);
        std::printf("\n");
    }
    std::fflush(stdout);
}

}  // namespace

void add_words(const void* bytes, std::int64_t size) {
    const auto* const words = static_cast<const std::uint64_t*>(bytes);
    const std::int64_t count = size / 8;
    constexpr std::int64_t alone = 1 << 14;  // words
    const std::int64_t parts = count < alone ? 1 : 16;
    std::uint64_t totals[16] = {};
    const auto part = [&](std::int64_t p) {
        const std::int64_t begin = count * p / parts;
        totals[p] = sum_of_words(words + begin, count * (p + 1) / parts - begin);
    };
    if (parts == 1)
        part(0);
    else
        impulse::on_host::for_each_index(parts, part);
    benchmark::DoNotOptimize(totals);
}

int print_roof(bool quick) {
    std::vector<int> sizes{12, 18, 26};
    if (!quick) sizes = {8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28};
    const double budget = quick ? 2.2 : 4;
    std::printf(
        "%s, %s threads; %s; back end %s. Parts of the roof's speed: a sum of 64-bit words over the "
        "same bytes by the same threads.\n\n| algorithm | type |",
        cpu_model().c_str(), std::to_string(std::thread::hardware_concurrency()).c_str(), compiler().c_str(),
        host_back_end().c_str());
    for (const int size : sizes) std::printf(" 2^%d bytes |", size);
    std::printf("\n| --- | --- |");
    for (std::size_t s = 0; s < sizes.size(); ++s) std::printf(" --- |");
    std::printf("\n");
    print_type<float>("f32", sizes, budget);
    print_type<double>("f64", sizes, budget);
    print_type<std::int64_t>("i64", sizes, budget);
    print_type<std::int32_t>("i32", sizes, budget);
    print_type<std::int16_t>("i16", sizes, budget);
    print_type<std::int8_t>("i8", sizes, budget);
    return 0;
}

}  // namespace perf
