// SPDX-License-Identifier: Apache-2.0
//
// Segments, rows, columns and axes of items wider than float: sums of doubles, and products of 2x2 matrices.
// The streamed bytes are values, offsets (32 bits) and results.
#include "layouts.cuh"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

namespace perf {
namespace {

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
        tell(
            std::string("wide items/") + name + ", segments of " + std::to_string(length), count,
            static_cast<double>(sizeof(T)) * static_cast<double>(items + count) +
                4.0 * static_cast<double>(count + 1),
            [&] { impulse::reduce_into(policy.with(space), groups, out, init, op); },
            [&] { return segments_are_right(at, init, op); },
            {streaming(items * floats, offsets_.data(), count + 1, count * floats)});
    }

    template <class T, class Op>
    void run_matrix(const std::string& name, const T& init, const Op& op, long width) {
        const long height = items<T>() / width;
        const impulse::matrix_view all{reinterpret_cast<const T*>(values()), height, width};
        run_groups(
            name + ", rows, " + std::to_string(width) + " wide", impulse::rows(all), height, width,
            [=](long r, long i) { return r * width + i; }, init, op);
        run_groups(
            name + ", columns, " + std::to_string(width) + " wide", impulse::columns(all), width, height,
            [=](long r, long i) { return i * width + r; }, init, op);
    }
    template <class T, class Op>
    void run_axes(const char* name, const T& init, const Op& op) {
        const dense_array<T> array{reinterpret_cast<const T*>(values()), {64, 256, items<T>() >> 22, 256}};
        for_each_axes(array, [&](const std::string& axes, const auto&... groups) {
            run_groups(std::string(name) + ", " + axes, groups..., init, op);
        });
    }

  private:
    template <class T>
    long items() const {
        return most() * 4 / long{sizeof(T)};
    }
    /// `count` groups of `length` items; item i of group r is at index at(r, i).
    template <class Groups, class At, class T, class Op>
    void run_groups(const std::string& name, const Groups& groups, long count, long length, const At& at,
                    const T& init, const Op& op) {
        constexpr int floats = sizeof(T) / sizeof(float);
        auto* const out = reinterpret_cast<T*>(this->out());
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out, init, op), {stream()});
        tell(
            "wide items/" + name, count,
            static_cast<double>(sizeof(T)) * static_cast<double>(count * length + count),
            [&] { impulse::reduce_into(policy.with(space), groups, out, init, op); },
            [&] { return has_bits(count, length, at, init, op); },
            {streaming(count * length * floats, nullptr, 0, count * floats)});
    }
    /// Whether a few dozen results have the bits of the tree.
    template <class At, class T, class Op>
    bool has_bits(long count, long length, const At& at, const T& init, const Op& op) const {
        constexpr std::size_t floats = sizeof(T) / sizeof(float);
        const std::vector<float> got = results(count * static_cast<long>(floats));
        const auto* const host = reinterpret_cast<const T*>(on_host().data());
        for (long r = 0, seen = 0; r < count && seen < most() / 32;
             r += count < 16 ? 1 : count / 13, seen += length) {
            std::vector<T> group;
            for (long i = 0; i < length; ++i) group.push_back(host[at(r, i)]);
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
    for (const int length :
         {1, 2, 3, 4, 8, 12, 16, 20, 31, 32, 33, 64, 100, 256, 500, 1024, 4096, 1 << 16, 1 << 20}) {
        if (length * 4 > most) continue;
        bench.run("double", 0.0, impulse::plus{}, length);
        bench.run("2x2 matrix", identity, product{}, length);
    }
    for (const long width : {1L, 2L, 3L, 4L, 5L, 10L, 16L, 20L, 25L, 33L, 50L, 64L, 99L, 100L, 255L, 1024L,
                             4096L, 1L << 18, 1L << 22}) {
        if (width * 4 > most) continue;
        bench.run_matrix("double", 0.0, impulse::plus{}, width);
        bench.run_matrix("2x2 matrix", identity, product{}, width);
    }
}

void measure_wide_axes(long most) {
    if (most < 1L << 24) return;
    wide_bench bench(most);
    bench.run_axes("double", 0.0, impulse::plus{});
    bench.run_axes("2x2 matrix", identity, product{});
}

}  // namespace perf
