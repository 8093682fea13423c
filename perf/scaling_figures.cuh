// SPDX-License-Identifier: Apache-2.0
// How the suites over several GPUs judge scaling: both by the same rule and by the same model.
#pragma once

#include <members.cuh>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace perf {

/// The time of a join is measured behind this much other work of each GPU, which hides launches as a long
/// reduction does.
constexpr unsigned long long work_before_a_join = 500'000;  // ns
constexpr int join_turns = 51;

static __global__ void busy_kernel(unsigned long long nanoseconds) {
    const auto now = [] {
        unsigned long long time;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
        return time;
    };
    const unsigned long long begin = now();
    while (now() - begin < nanoseconds) {
    }
}
inline void enqueue_other_work(cudaStream_t stream) {
    busy_kernel<<<1, 1, 0, stream>>>(work_before_a_join);
    check(cudaGetLastError(), "launching other work");
}

/// The seconds of a call over some members, and of what it is compared with.
struct scaling_times {
    double at_once;  ///< each member reduces its part, all at the same time; nothing is joined
    double together;
    double join;  ///< together less at once, of an item with each member, behind other work
    /// The model: a call takes as long as its slowest part, and as a join.
    double by_the_model() const { return at_once + join; }

    void add_to(finding& found) const {
        found.add("at_once_us", at_once * 1e6);
        found.add("beyond_at_once_us", (together - at_once) * 1e6);
        found.add("join_us", join * 1e6);
    }
};

/// Weak scaling: n floats with each member. The rule: what all members read together in a second, divided by
/// the sum of what each reads alone, with all these times taken by turns in one series. `most` is the part of
/// that sum that the members can reach, if some of them share a GPU.
inline finding weak_figures(index_t n, std::span<const double> alone, const scaling_times& of,
                            double most = 1) {
    const double rates = sum_of_rates(n, alone) * most;
    const auto floats = static_cast<double>(n) * static_cast<double>(alone.size());
    finding found{of.together};
    found.add("n", n);
    found.add_rate(floats * sizeof(float));
    found.add("sum_of_each_alone_bytes_per_second", rates * sizeof(float));
    found.add("of_each_alone", floats / of.together / rates, floor_of(n, 0.98));
    found.add("at_once_of_each_alone", floats / of.at_once / rates);
    found.add("by_the_model", floats / of.by_the_model() / rates);
    of.add_to(found);
    return found;
}
/// The same two sides without turns of a member alone, in which the other members and their links are idle.
inline void add_without_idle_turns(finding& found, double at_once, double together) {
    found.add("without_idle_turns_at_once_us", at_once * 1e6);
    found.add("without_idle_turns_together_us", together * 1e6);
    found.add("without_idle_turns_of_at_once", at_once / together);
}

/// Strong scaling: n floats in all, compared with one GPU that has all of them, `gpus` times.
inline finding strong_figures(index_t n, int gpus, double one, const scaling_times& of) {
    finding found{of.together};
    found.add("n", n);
    found.add_rate(static_cast<double>(n) * sizeof(float));
    found.add("of_so_many_times_one", one / (of.together * gpus), floor_of(n, 0.92));
    found.add("by_the_model", one / (of.by_the_model() * gpus));
    of.add_to(found);
    return found;
}

/// A row of `cuts` random cuts, each of which gave the bits of `others`.
inline finding same_bits_figures(index_t n, int cuts, const std::string& others) {
    finding found;
    found.add("n", n);
    found.add("cuts_with_the_same_bits", cuts);
    found.lesson = "the bits of " + others;
    return found;
}

}  // namespace perf
