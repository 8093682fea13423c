// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the measurements of layouts share: values, room for results, and a kernel that merely streams as many bytes.
#pragma once

#include <lab.cuh>

#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <ranges>
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

    /// Whether some thousand of the segments between positions `at`, of values taken for items of type T, have the bits of the tree.
    template <class T, class Op>
    bool segments_are_right(const std::vector<int>& at, const T& init, const Op& op) const {
        constexpr std::size_t floats = sizeof(T) / sizeof(float);
        const std::size_t count = at.size() - 1;
        const std::vector<float> got = results(static_cast<long>(count * floats));
        const auto* const host = reinterpret_cast<const T*>(host_.data());
        long folded = 0;
        for (std::size_t r = 0; r < count && folded < most() / 4;
             r += std::max<std::size_t>(1, count / 5000)) {
            const T right =
                impulse::tree_fold(std::ranges::subrange(host + at[r], host + at[r + 1]), init, op);
            if (std::memcmp(&right, &got[r * floats], sizeof(T)) != 0) return false;
            folded += static_cast<long>(floats) * (at[r + 1] - at[r]);
        }
        return true;
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
