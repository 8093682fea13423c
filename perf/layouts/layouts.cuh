// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the measurements of layouts share: values, room for results, and a kernel that merely streams as many bytes.
#pragma once

#include <lab.cuh>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace perf {

/// Measures all that a program is asked for, by tables in Markdown.
void measure_segments(long values);
void measure_keys(long values);
void measure_matrices(long values);
void measure_wide(long values);

/// Offsets of segments whose lengths next() gives, until there are `most` values.
template <class Next>
std::vector<int> offsets_by(long most, const Next& next) {
    std::vector<int> at{0};
    while (at.back() < most)
        at.push_back(static_cast<int>(
            std::min(static_cast<double>(most), at.back() + std::max(0.0, std::floor(next())))));
    return at;
}

class layouts_bench {
  public:
    /// With room for so many results, if they may be more than there are values.
    explicit layouts_bench(long most, long results = 0)
        : most_(most), values_(bytes(most)), out_(bytes(std::max(most, results))) {
        std::mt19937 random(1);
        host_.resize(static_cast<std::size_t>(most));
        for (float& x : host_) x = static_cast<float>(random() >> 8) * 0x1p-24f;
        check(cudaMemcpy(values_.data(), host_.data(), values_.bytes(), cudaMemcpyDefault), "copying values");
    }

    long most() const { return most_; }
    const float* values() const { return values_.data<float>(); }
    const std::vector<float>& on_host() const { return host_; }
    float* out() const { return out_.data<float>(); }

    static std::size_t bytes(long count) { return static_cast<std::size_t>(count) * 4; }
    static cudaStream_t stream() { return lab::instance().stream(); }

    std::vector<float> results(long count) const {
        std::vector<float> got(static_cast<std::size_t>(count));
        check(cudaMemcpy(got.data(), out_.data(), bytes(count), cudaMemcpyDefault), "copying results");
        return got;
    }

    /// The median of some runs, each with an empty L2 cache.
    template <class Call>
    static double seconds(const Call& call) {
        call();
        std::vector<double> taken;
        event begin;
        event end;
        for (int i = 0; i < 7; ++i) {
            lab::instance().evict();
            begin.record(stream());
            call();
            end.record(stream());
            check(cudaStreamSynchronize(stream()), "running a kernel");
            taken.push_back(end.seconds_since(begin));
        }
        std::nth_element(taken.begin(), taken.begin() + 3, taken.end());
        return taken[3];
    }
    /// Of reading so many of the values, `more` other words, and writing some.
    double seconds_of_streaming(long values, const void* more, long of_more, long written) const;

  private:
    long most_;
    std::vector<float> host_;
    device_memory values_;
    device_memory out_;
};

}  // namespace perf
