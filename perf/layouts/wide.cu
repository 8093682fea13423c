// SPDX-License-Identifier: Apache-2.0
//
// Segments, rows and columns of wider items than floats: sums of doubles, and products of 2x2 matrices of 32-bit integers, which do not
// commute. Streamed are values, offsets (32 bits) and results.
#include "layouts.cuh"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ranges>
#include <string>
#include <vector>

namespace perf {
namespace {

struct alignas(16) matrix {
    unsigned a[4];
};
struct product {
    IMPULSE_SHARED matrix operator()(const matrix& x, const matrix& y) const {
        return {{x.a[0] * y.a[0] + x.a[1] * y.a[2], x.a[0] * y.a[1] + x.a[1] * y.a[3],
                 x.a[2] * y.a[0] + x.a[3] * y.a[2], x.a[2] * y.a[1] + x.a[3] * y.a[3]}};
    }
};

class wide_bench : layouts_bench {
  public:
    explicit wide_bench(long most) : layouts_bench(most), offsets_(bytes(most + 8)) {}

    template <class T, class Op>
    void run(const char* name, const T& init, const Op& op, int length) {
        constexpr int floats = sizeof(T) / sizeof(float);
        const std::vector<int> at = offsets_by(most() / floats, [&] { return static_cast<double>(length); });
        const long count = static_cast<long>(at.size()) - 1;
        const long items = at.back();
        const auto* const x = reinterpret_cast<const T*>(values());
        const int* const offsets = offsets_.data<int>();
        auto* const out = reinterpret_cast<T*>(this->out());
        check(cudaMemcpy(offsets_.data(), at.data(), at.size() * sizeof(int), cudaMemcpyDefault),
              "copying offsets");
        const auto groups = impulse::segments(std::ranges::subrange(x, x + items),
                                              std::ranges::subrange(offsets, offsets + count + 1));
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out, init, op), {stream()});
        const double ours = seconds([&] { impulse::reduce_into(policy.with(space), groups, out, init, op); });
        const bool right = segments_are_right(at, init, op);
        const double roof = seconds_of_streaming(items * floats, offsets_.data(), count + 1, count * floats);
        const double moved = static_cast<double>(sizeof(T)) * static_cast<double>(items + count) +
                             4.0 * static_cast<double>(count + 1);
        std::printf("| %s | %d | %ld | %.0f | %.0f | %.0f%% | %s |\n", name, length, count,
                    moved / ours * 1e-9, moved / roof * 1e-9, 100 * roof / ours, right ? "yes" : "**no**");
        std::fflush(stdout);
    }

    template <bool Rows, class T, class Op>
    void run_matrix(const char* name, const T& init, const Op& op, long width) {
        constexpr int floats = sizeof(T) / sizeof(float);
        const long height = most() / floats / width;
        const impulse::matrix_view all{reinterpret_cast<const T*>(values()), height, width};
        const auto groups = [&] {
            if constexpr (Rows)
                return impulse::rows(all);
            else
                return impulse::columns(all);
        }();
        const long count = Rows ? height : width, length = Rows ? width : height;
        auto* const out = reinterpret_cast<T*>(this->out());
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out, init, op), {stream()});
        const double ours = seconds([&] { impulse::reduce_into(policy.with(space), groups, out, init, op); });
        const bool right = has_bits<Rows>(init, op, count, length);  // before others write there
        const double roof = seconds_of_streaming(count * length * floats, nullptr, 0, count * floats);
        const double moved = static_cast<double>(sizeof(T)) * static_cast<double>(count * length + count);
        std::printf("| %s, %s | %ld | %ld | %.0f | %.0f | %.0f%% | %s |\n", name, Rows ? "rows" : "columns",
                    length, count, moved / ours * 1e-9, moved / roof * 1e-9, 100 * roof / ours,
                    right ? "yes" : "**no**");
        std::fflush(stdout);
    }

  private:
    /// Whether some dozen results have those of the tree.
    template <bool Rows, class T, class Op>
    bool has_bits(const T& init, const Op& op, long count, long length) const {
        constexpr std::size_t floats = sizeof(T) / sizeof(float);
        const std::vector<float> got = results(count * static_cast<long>(floats));
        const auto* const host = reinterpret_cast<const T*>(on_host().data());
        for (long r = 0, seen = 0; r < count && seen < most() / 8;
             r += count < 16 ? 1 : count / 13, seen += length) {
            std::vector<T> group;
            for (long i = 0; i < length; ++i) group.push_back(host[Rows ? r * length + i : i * count + r]);
            const T right = impulse::tree_fold(group, init, op);
            if (std::memcmp(&right, &got[static_cast<std::size_t>(r) * floats], sizeof(T)) != 0) return false;
        }
        return true;
    }

    device_memory offsets_;
};

}  // namespace

void measure_wide(long most) {
    wide_bench bench(most);
    std::printf(
        "\n| items | of a segment | segments | GB/s | streaming | of it | bits of the tree |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const int length : {1, 2, 4, 8, 16, 32, 64, 256, 1024, 4096, 1 << 16, 1 << 20}) {
        if (length * 4 > most) continue;
        bench.run("double", 0.0, impulse::plus{}, length);
        bench.run("2x2 matrix", matrix{{1, 0, 0, 1}}, product{}, length);
    }
    for (const long width : {1L, 2L, 4L, 16L, 64L, 255L, 1024L, 4096L, 1L << 18, 1L << 22}) {
        if (width * 4 > most) continue;
        bench.run_matrix<true>("double", 0.0, impulse::plus{}, width);
        bench.run_matrix<false>("double", 0.0, impulse::plus{}, width);
        bench.run_matrix<true>("2x2 matrix", matrix{{1, 0, 0, 1}}, product{}, width);
        bench.run_matrix<false>("2x2 matrix", matrix{{1, 0, 0, 1}}, product{}, width);
    }
}

}  // namespace perf
