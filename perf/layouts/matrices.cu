// SPDX-License-Identifier: Apache-2.0
//
// Sums of the rows and columns of matrices of every width, and along the axes of a four-dimensional array.
#include "layouts.cuh"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

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
        tell(
            "matrices/" + name, count, 4. * static_cast<double>(count * length + count),
            [&] { impulse::reduce_into(policy.with(space), groups, out(), 0.f); },
            [&] { return is_right(count, length, at); }, {streaming(count * length, nullptr, 0, count)});
    }

    /// Whether a few hundred results have the bits of the tree.
    template <class At>
    bool is_right(long count, long length, const At& at) const {
        const std::vector<float> got = results(count);
        std::vector<float> group(static_cast<std::size_t>(length));
        long folded = 0;
        for (long r = 0; r < count && folded < most() / 32; r += count < 100 ? 1 : count / 97) {
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
    constexpr long widths[] = {1,  2,   3,   4,   5,   7,   8,    10,   12,       16,       17,      20,
                               24, 25,  31,  32,  33,  40,  48,   50,   62,       63,       64,      80,
                               99, 100, 127, 128, 200, 255, 1024, 4096, 1L << 18, 1L << 22, 1L << 26};
    for (const long width : widths)
        if (width < most) bench.columns(width);
    for (const long width : widths)
        if (width < most) bench.rows(width);
    bench.axes();
}

}  // namespace perf
