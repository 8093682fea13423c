// SPDX-License-Identifier: Apache-2.0
//
// Both halves of Little's law: the amount in flight is the rate times the latency. The rows are steps of
// arithmetic, and bytes of memory, by the number of warps on a multiprocessor and by the number in flight for
// each thread; and the latencies alone, in chains in which each step depends on the one before.
#include <chains.cuh>
#include <execution/families.hpp>
#include <execution/rings.cuh>
#include <kernel_facts.cuh>
#include <ladder/in_flight.cuh>
#include <launcher.cuh>
#include <memory/results.cuh>
#include <memory/sums.cuh>

namespace perf {

namespace {

constexpr int largest_block = 512;
const std::vector<int> warps_of_multiprocessor{1, 2, 4, 8, 16, 32, 64};

/// A grid that puts this many warps on each multiprocessor.
struct resident_grid {
    int blocks;
    int threads;  // in a block

    explicit resident_grid(int warps) : threads((std::min)(warps * 32, largest_block)) {
        blocks = device_attribute(cudaDevAttrMultiProcessorCount) * (warps * 32 / threads);
    }
    int all_threads() const { return blocks * threads; }
};

std::string shape_name(int warps, int each, const char* what) {
    return std::to_string(warps) + (warps == 1 ? " warp, " : " warps, ") + std::to_string(each) + what;
}

// ---- arithmetic ------------------------------------------------------------------------------------------

constexpr int count = 1 << 16;

__global__ void count_wrong_chains(const int* from, const int* to, congruence end, int size,
                                   unsigned* wrong) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size && static_cast<unsigned>(to[i]) != end(static_cast<unsigned>(from[i]))) atomicAdd(wrong, 1u);
}

template <int Chains>
row arithmetic(int warps) {
    const resident_grid grid(warps);
    const int size = grid.all_threads() * Chains;
    const auto make = [=](const int* from, int* to) -> work {
        return [=] {
            launcher().launch(run_independent<Chains>, grid.blocks, grid.threads,
                              reinterpret_cast<const unsigned*>(from), reinterpret_cast<unsigned*>(to),
                              usual_step, count);
        };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_wrong_chains<<<ladder::divide_up(size, 256), 256>>>(from, to, repeated(usual_step, count), size,
                                                                  wrong);
    };
    row made{"arithmetic latency/" + shape_name(warps, Chains, Chains == 1 ? " chain" : " chains"),
             "a step of each chain is in flight: more of them until the multiprocessor is busy",
             size,
             0,
             0,
             [=] { return checked_seconds(size, size, make, compare); }};
    made.operations = static_cast<double>(size) * count;
    made.explained_by = [=](double seconds) -> facts {
        return {{"warps", warps}, {"in_flight", warps * 32. * Chains}, {"ns_a_step", seconds / count * 1e9}};
    };
    return made;
}

// ---- memory ----------------------------------------------------------------------------------------------

constexpr int n = 1 << 26;

template <class Word, int Ahead>
row loads(int warps) {
    const resident_grid grid(warps);
    constexpr int bytes = sizeof(Word) * Ahead;
    row made = sum_row<int>(
        "memory latency/" + shape_name(warps, Ahead, " x ") + std::to_string(sizeof(Word)) + " bytes",
        "so many bytes are in flight: more of them until the memory is busy", {n}, 4. * n, 4. * n,
        [=](const int* items, int* out) -> work {
            return [=] {
                launcher().launch(ladder::sum_in_flight<Word, Ahead>, grid.blocks, grid.threads, items, n,
                                  out);
            };
        });
    made.explained_by = [=](double) -> facts {
        return {{"warps", warps}, {"bytes_in_flight", warps * 32. * bytes}};
    };
    return made;
}

/// A chain of loads through a ring of cache lines, which fits a cache or does not.
row chased(const char* where, const char* lesson, int lines, int steps) {
    constexpr int distance = 12345;  // odd, so a ring of 2^k lines visits all of them
    const auto measure = [=] {
        const device_memory words(static_cast<std::size_t>(lines) * line_words * sizeof(int));
        const device_memory end(sizeof(int));
        launcher().launch(link_lines, ladder::divide_up(lines, 256), 256, words.data<int>(), lines, distance);
        const auto expected =
            static_cast<int>(static_cast<std::int64_t>(steps) * distance % lines * line_words);
        return gpu_seconds([&] { launcher().launch(chase, 1, 1, words.data<int>(), steps, end.data<int>()); },
                           [&] { require_equal(*launcher().fetch(end.data<int>(), 1), expected); });
    };
    row made{std::string("memory latency/one chain of loads, ") + where, lesson, steps, 0, 0, measure};
    made.explained_by = [=](double seconds) -> facts { return {{"ns_a_step", seconds / steps * 1e9}}; };
    return made;
}

}  // namespace

rows arithmetic_latency() {
    rows all;
    for (const int warps : warps_of_multiprocessor) {
        all.push_back(arithmetic<1>(warps));
        all.push_back(arithmetic<2>(warps));
        all.push_back(arithmetic<4>(warps));
    }
    return all;
}

rows memory_latency() {
    rows all{chased("L1", "16 KiB, read again and again", 1 << 7, 1 << 18),
             chased("L2", "1 MiB, likewise: too much for L1", 1 << 13, 1 << 19),
             chased("memory", "1 GiB, each line once; what finds its page is part of it", 1 << 23, 1 << 13)};
    for (const int warps : warps_of_multiprocessor) {
        all.push_back(loads<int, 1>(warps));
        all.push_back(loads<int, 4>(warps));
        all.push_back(loads<int4, 4>(warps));
    }
    return all;
}

}  // namespace perf
