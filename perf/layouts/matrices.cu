// SPDX-License-Identifier: Apache-2.0
//
// Sums of the rows and columns of matrices of every width, and along the axes of an array of four dimensions.
#include "layouts.cuh"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace perf {
template <class T>
struct default_accessor {
    using element_type = T;
    using data_handle_type = T*;
};

/// An array that lies densely, with as much of mdspan's face as is asked for.
struct dense_array {
    using element_type = const float;
    using rank_type = int;
    using accessor_type = default_accessor<const float>;
    struct mapping_type {
        static bool is_strided() { return true; }
    };
    static constexpr int rank() { return 4; }

    const float* first;
    long extents[4];

    long extent(int i) const { return extents[i]; }
    long stride(int i) const { return i == 3 ? 1 : extents[i + 1] * stride(i + 1); }
    static mapping_type mapping() { return {}; }
    static accessor_type accessor() { return {}; }
    const float* data_handle() const { return first; }
};

namespace {

class matrices_bench : layouts_bench {
  public:
    explicit matrices_bench(long most) : layouts_bench(most) {}

    void rows(long width) {
        const long height = most() / width;
        run("rows, " + std::to_string(width) + " wide",
            impulse::rows(impulse::matrix_view{values(), height, width}), height, width,
            [=](long r, long i) { return r * width + i; });
    }
    void columns(long width) {
        const long height = most() / width;
        run("columns, " + std::to_string(width) + " wide",
            impulse::columns(impulse::matrix_view{values(), height, width}), width, height,
            [=](long r, long i) { return i * width + r; });
    }
    template <int... I>
    void axes(const char* name) {
        if (most() < 1L << 28) return;
        const dense_array array{values(), {64, 256, 64, 256}};
        long length = 1;
        for (const int axis : {I...}) length *= array.extents[axis];
        const long mask = (0 | ... | (1 << I));
        const auto offset = [&](long n, bool reduced) {
            long sum = 0;
            for (int axis = 3; axis >= 0; --axis)
                if ((mask >> axis & 1) == reduced) {
                    sum += n % array.extents[axis] * array.stride(axis);
                    n /= array.extents[axis];
                }
            return sum;
        };
        run(std::string("64 x 256 x 64 x 256, axes ") + name, impulse::axes<I...>(array), (1L << 28) / length,
            length, [&](long r, long i) { return offset(r, false) + offset(i, true); });
    }

  private:
    template <class Groups, class At>
    void run(const std::string& name, const Groups& groups, long count, long length, const At& at) {
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out(), 0.f), {stream()});
        check(cudaMemsetAsync(out(), 0xff, bytes(count), stream()), "clearing results");
        const double ours = seconds([&] { impulse::reduce_into(policy.with(space), groups, out(), 0.f); });
        const bool right = is_right(count, length, at);
        const double roof = seconds_of_streaming(count * length, nullptr, 0, count);
        std::printf("| %s | %ld | %ld | %.0f | %.0f | %.0f%% | %s |\n", name.c_str(), count, length,
                    4e-9 * static_cast<double>(count * length + count) / ours,
                    4e-9 * static_cast<double>(count * length + count) / roof, 100 * roof / ours,
                    right ? "yes" : "**no**");
        std::fflush(stdout);
    }

    /// Whether some hundred results have the bits of the tree.
    template <class At>
    bool is_right(long count, long length, const At& at) const {
        const std::vector<float> got = results(count);
        std::vector<float> group(static_cast<std::size_t>(length));
        long folded = 0;
        for (long r = 0; r < count && folded < most() / 8; r += count < 100 ? 1 : count / 97) {
            for (long i = 0; i < length; ++i)
                group[static_cast<std::size_t>(i)] = on_host()[static_cast<std::size_t>(at(r, i))];
            const float right = impulse::tree_fold(group, 0.f);
            if (std::memcmp(&right, &got[static_cast<std::size_t>(r)], sizeof(float)) != 0) return false;
            folded += length;
        }
        return true;
    }
};

}  // namespace

void measure_matrices(long most) {
    matrices_bench bench(most);
    std::printf(
        "\n| groups | results | of items | GB/s | streaming | of it | bits of the tree |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const long width :
         {1L, 2L, 3L, 4L, 7L, 16L, 33L, 64L, 255L, 1024L, 4096L, 1L << 18, 1L << 22, 1L << 26})
        if (width < most) bench.columns(width);
    for (const long width :
         {1L, 2L, 3L, 4L, 7L, 16L, 33L, 64L, 255L, 1024L, 4096L, 1L << 18, 1L << 22, 1L << 26})
        if (width < most) bench.rows(width);
    bench.axes<0>("0");
    bench.axes<1>("1");
    bench.axes<2>("2");
    bench.axes<3>("3");
    bench.axes<0, 1>("0, 1");
    bench.axes<0, 2>("0, 2");
    bench.axes<0, 3>("0, 3");
    bench.axes<1, 2>("1, 2");
    bench.axes<1, 3>("1, 3");
    bench.axes<2, 3>("2, 3");
}

}  // namespace perf
