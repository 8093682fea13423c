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
    void axes() {
        if (most() < 1L << 28) return;
        for_each_axes(dense_array<float>{values(), {64, 256, 64, 256}},
                      [&](const auto&... groups) { run(groups...); });
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
    bench.axes();
}

}  // namespace perf
