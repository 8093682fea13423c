// SPDX-License-Identifier: Apache-2.0
// What the measurements of layouts share: values, space for results, and a kernel that only streams the same
// number of bytes.
#pragma once

#include <report.hpp>
#include <timing.cuh>

#include <impulse/layouts.hpp>
#include <impulse/tree.hpp>

#include <cmath>
#include <random>
#include <ranges>

namespace perf {

void measure_segments(long values);
void measure_keys(long values);
void measure_matrices(long values);
void measure_wide(long values);
void measure_wide_axes(long values);
void measure_wide_keys(long values);

/// Items wider than float: doubles, and 2x2 matrices of 32-bit integers, whose products do not commute.
struct alignas(16) matrix {
    unsigned a[4];
};
struct product {
    IMPULSE_SHARED matrix operator()(const matrix& x, const matrix& y) const {
        return {{x.a[0] * y.a[0] + x.a[1] * y.a[2], x.a[0] * y.a[1] + x.a[1] * y.a[3],
                 x.a[2] * y.a[0] + x.a[3] * y.a[2], x.a[2] * y.a[1] + x.a[3] * y.a[3]}};
    }
};
inline constexpr matrix identity = {{1, 0, 0, 1}};

template <class T>
struct default_accessor {
    using element_type = T;
    using data_handle_type = T*;
};

/// A dense array of four dimensions, with the part of mdspan's interface that a layout needs.
template <class T>
struct dense_array {
    using element_type = const T;
    using rank_type = int;
    using accessor_type = default_accessor<const T>;
    struct mapping_type {
        static bool is_strided() { return true; }
    };
    static constexpr int rank() { return 4; }

    const T* first;
    long extents[4];

    long extent(int i) const { return extents[i]; }
    long stride(int i) const { return i == 3 ? 1 : extents[i + 1] * stride(i + 1); }
    static mapping_type mapping() { return {}; }
    static accessor_type accessor() { return {}; }
    const T* data_handle() const { return first; }

    /// The offset of position n along the axes in `mask`, or along the axes not in it.
    long offset(long n, unsigned mask, bool in_mask) const {
        long sum = 0;
        for (int axis = 3; axis >= 0; --axis)
            if (((mask >> axis & 1) != 0) == in_mask) {
                sum += n % extents[axis] * stride(axis);
                n /= extents[axis];
            }
        return sum;
    }
    std::string name() const {
        std::string text;
        for (const long n : extents) text += (text.empty() ? "" : " x ") + std::to_string(n);
        return text;
    }
};

/// Calls visit(name, groups, number of groups, items in each, offset of item i of group r) for each axis of
/// an array and for each pair of axes.
template <class T, class Visit>
void for_each_axes(const dense_array<T>& array, const Visit& visit) {
    const auto one = [&]<int... I>(std::integer_sequence<int, I...>, const char* name) {
        constexpr unsigned mask = (0u | ... | (1u << I));
        const long length = (1L * ... * array.extents[I]);
        const long all = array.extents[0] * array.stride(0);
        visit(array.name() + ", axes " + name, impulse::axes<I...>(array), all / length, length,
              [&](long r, long i) { return array.offset(r, mask, false) + array.offset(i, mask, true); });
    };
    one(std::integer_sequence<int, 0>(), "0");
    one(std::integer_sequence<int, 1>(), "1");
    one(std::integer_sequence<int, 2>(), "2");
    one(std::integer_sequence<int, 3>(), "3");
    one(std::integer_sequence<int, 0, 1>(), "0, 1");
    one(std::integer_sequence<int, 0, 2>(), "0, 2");
    one(std::integer_sequence<int, 0, 3>(), "0, 3");
    one(std::integer_sequence<int, 1, 2>(), "1, 2");
    one(std::integer_sequence<int, 1, 3>(), "1, 3");
    one(std::integer_sequence<int, 2, 3>(), "2, 3");
}

/// Offsets of segments. next() gives their lengths, until there are `most` values.
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
    /// `results`: the space for results, if there may be more results than values.
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

    /// Whether about a thousand of the segments between positions `at`, with values read as items of type T,
    /// have the bits of the tree.
    template <class T, class Op>
    bool segments_are_right(const std::vector<int>& at, const T& init, const Op& op) const {
        constexpr std::size_t floats = sizeof(T) / sizeof(float);
        const std::size_t count = at.size() - 1;
        const std::vector<float> got = results(static_cast<long>(count * floats));
        const auto* const host = reinterpret_cast<const T*>(host_.data());
        long folded = 0;
        for (std::size_t r = 0; r < count && folded < most() / 32;
             r += std::max<std::size_t>(1, count / 5000)) {
            const T right =
                impulse::tree_fold(std::ranges::subrange(host + at[r], host + at[r + 1]), init, op);
            if (std::memcmp(&right, &got[r * floats], sizeof(T)) != 0) return false;
            folded += static_cast<long>(floats) * (at[r + 1] - at[r]);
        }
        return true;
    }

    /// A side that writes results.
    struct side {
        std::string name;
        work call;
    };
    /// Reads `values` values and `of_more` other words, and writes `written` words.
    side streaming(long values, const void* more, long of_more, long written) const;

    /// Reports a row of sums of `groups` groups, which move `bytes` bytes; our side and the others take
    /// turns. Our results are checked once.
    template <class IsRight>
    static void tell(const std::string& name, long groups, double bytes, const work& ours,
                     const IsRight& is_right, const std::vector<side>& others) {
        ours();
        check(cudaStreamSynchronize(stream()), "running a kernel");
        const bool right = is_right();
        const auto times = medians_by_turns(1 + others.size(), 7, 1, [&](std::size_t s) {
            return gpu_sample(s == 0 ? ours : others[s - 1].call);
        });
        finding found{times[0]};
        found.add_rate(bytes);
        found.add("groups", groups);
        for (std::size_t s = 0; s < others.size(); ++s) found.add_rival(others[s].name, times[s + 1]);
        report::instance().tell("layouts/" + name, found, right);
    }

  private:
    long most_;
    std::vector<float> host_;
    device_memory values_;
    device_memory out_;
};

}  // namespace perf
