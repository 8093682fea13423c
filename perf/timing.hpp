// SPDX-License-Identifier: Apache-2.0
// How all of perf takes times: several sides take turns, so that a drift of the machine's clock affects all
// of them alike, and the result is the median of the samples. timing.cuh has GPU times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace perf {

/// Enqueues work in a stream, or does work on the host.
using work = std::function<void()>;

/// The median of all samples: a preempted sample, or a lucky one, does not change it.
inline double median(std::vector<double> samples) {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

/// The interquartile range of all samples, divided by the median.
inline double spread(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const std::size_t quarter = samples.size() / 4;
    return (samples[samples.size() - 1 - quarter] - samples[quarter]) / median(samples);
}

/// The host's clock.
template <class Work>
double seconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Takes samples of `sides` sides in turns: sample(side) takes one. Each turn begins with
/// another side. The samples of the first `warm_up` turns are dropped.
template <class Sample>
std::vector<std::vector<double>> samples_by_turns(std::size_t sides, int turns, int warm_up,
                                                  const Sample& sample) {
    std::vector<std::vector<double>> taken(sides);
    for (int turn = 0; turn < warm_up + turns; ++turn)
        for (std::size_t k = 0; k < sides; ++k) {
            const std::size_t side = (static_cast<std::size_t>(turn) + k) % sides;
            const double seconds = sample(side);
            if (turn >= warm_up) taken[side].push_back(seconds);
        }
    return taken;
}

/// The medians of samples_by_turns.
template <class Sample>
std::vector<double> medians_by_turns(std::size_t sides, int turns, int warm_up, const Sample& sample) {
    std::vector<double> medians;
    for (const auto& each : samples_by_turns(sides, turns, warm_up, sample)) medians.push_back(median(each));
    return medians;
}

/// 268435457 as 2^28+1: short enough for a name.
inline std::string count_text(std::int64_t n) {
    for (int k = 10; k < 40; ++k) {
        const std::int64_t off = n - (std::int64_t{1} << k);
        if (off >= -1 && off <= 1) return "2^" + std::to_string(k) + (off == 0 ? "" : off > 0 ? "+1" : "-1");
    }
    return std::to_string(n);
}

}  // namespace perf
