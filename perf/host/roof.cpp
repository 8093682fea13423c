// SPDX-License-Identifier: Apache-2.0
#include <impulse/host.hpp>

#include <numeric>

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

}  // namespace

std::uint64_t add_words(const void* bytes, std::int64_t size) {
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
    return std::accumulate(totals, totals + 16, std::uint64_t{});
}

}  // namespace perf
