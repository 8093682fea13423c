// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <impulse/host.hpp>

#include "machine.hpp"
#include "roof.hpp"

namespace perf {

namespace {

// Uses the vectors of x86-64-v3, whatever target the other files have.
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

/// The best of many short samples of each call, in turns.
std::vector<double> best_seconds(const roof_items& items, double budget) {
    std::vector<double> best(items.calls.size(), 1e9);
    const int calls = static_cast<int>(std::max<std::int64_t>(1, (1 << 17) / items.bytes));
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
    int rounds = 0;
    do {
        for (std::size_t c = 0; c < best.size(); ++c)
            best[c] = std::min(best[c], seconds_of([&] {
                                            for (int i = 0; i < calls; ++i) items.calls[c].call();
                                        }) / calls);
    } while (++rounds < 3 || std::chrono::steady_clock::now() < end);
    return best;
}

template <class T>
void tell_type(const std::string& type, const std::vector<int>& sizes, double budget) {
    std::vector<finding> found;
    std::vector<std::string> names;
    for (const int size : sizes) {
        const roof_items items = make_roof_items<T>(std::int64_t{1} << size);
        const std::vector<double> best = best_seconds(items, budget);
        const std::string bytes = "2^" + std::to_string(size) + " bytes";
        found.resize(best.size());
        names.resize(best.size());
        for (std::size_t c = 0; c < best.size(); ++c) {
            names[c] = items.calls[c].name;
            if (c == 0)
                found[c].add(bytes + "_per_second", static_cast<double>(items.bytes) / best[0]);
            else
                found[c].add(bytes, best[0] / best[c] * items.calls[c].arrays);
        }
    }
    for (std::size_t c = 0; c < names.size(); ++c)
        report::instance().tell("host_roof/" + (c == 0 ? "roof/" + type : type + "/" + names[c]), found[c]);
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

void tell_roof(bool quick) {
    std::vector<int> sizes{12, 18, 26};
    if (!quick) sizes = {8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28};
    const double budget = quick ? 2.2 : 4;
    describe_host();
    report::context("note",
                    "Parts of the roof's speed: a sum of 64-bit words over the same bytes by the same "
                    "threads");
    tell_type<float>("f32", sizes, budget);
    tell_type<double>("f64", sizes, budget);
    tell_type<std::int64_t>("i64", sizes, budget);
    tell_type<std::int32_t>("i32", sizes, budget);
    tell_type<std::int16_t>("i16", sizes, budget);
    tell_type<std::int8_t>("i8", sizes, budget);
}

}  // namespace perf
