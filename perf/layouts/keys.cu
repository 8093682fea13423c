// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats and of doubles, and products of 2x2 matrices, by 32-bit keys, by Impulse and CUB. The
// streamed bytes are keys, values and results (a key and a value for each run). Run lengths are all equal, or
// geometric.
#include "layouts.cuh"

#include <impulse/by_key.hpp>
#include <impulse/tree.hpp>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include <initializer_list>

namespace perf {
namespace {

class keys_bench : layouts_bench {
  public:
    explicit keys_bench(long most)
        : layouts_bench(most, 2 * most), keys_(bytes(most)), keys_out_(bytes(most)), count_(8) {}

    /// Runs that end at the positions `at`; the first run begins at 0. The values are read as items of type
    /// T.
    template <class T, class Op, class CubOp>
    void run(const std::string& name, const std::vector<int>& at, const T& init, const Op& op,
             const CubOp& cub_op) {
        constexpr int floats = sizeof(T) / sizeof(float);
        const long items = at.back();
        const long runs = static_cast<long>(at.size()) - 1;
        std::vector<int> keys(static_cast<std::size_t>(items));
        for (std::size_t r = 0; r + 1 < at.size(); ++r)
            std::fill(keys.begin() + at[r], keys.begin() + at[r + 1], static_cast<int>(r * 7 % 1000));
        check(cudaMemcpy(keys_.data(), keys.data(), bytes(items), cudaMemcpyDefault), "copying keys");
        const auto* const x = reinterpret_cast<const T*>(values());
        auto* const out = reinterpret_cast<T*>(this->out());
        const int* const of = keys_.data<int>();
        int* const keys_out = keys_out_.data<int>();
        long* const count = count_.data<long>();
        const auto groups =
            impulse::by_key(std::ranges::subrange(of, of + items), std::ranges::subrange(x, x + items));
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(
            impulse::reduce_by_key_into.workspace_bytes(policy, groups, keys_out, out, count, init, op),
            {stream()});
        std::size_t needed = 0;
        const auto by_cub = [&](void* memory) {
            check(cub::DeviceReduce::ReduceByKey(memory, needed, of, keys_out, x, out, count, cub_op, items,
                                                 stream()),
                  "CUB");
        };
        by_cub(nullptr);
        const device_memory scratch(needed);
        tell(
            name, runs, static_cast<double>(4 + sizeof(T)) * static_cast<double>(items + runs),
            [&] { impulse::reduce_by_key_into(policy.with(space), groups, keys_out, out, count, init, op); },
            [&] { return is_right(at, keys) && segments_are_right(at, init, op); },
            {streaming(items * floats, keys_.data(), items, (1 + floats) * runs),
             {"cub", [&] { by_cub(scratch.data()); }}});
    }

  private:
    /// Checks the number of runs, and the keys of about a thousand runs.
    bool is_right(const std::vector<int>& at, const std::vector<int>& keys) const {
        const std::size_t runs = at.size() - 1;
        long found = 0;
        check(cudaMemcpy(&found, count_.data(), sizeof(found), cudaMemcpyDefault), "copying the count");
        if (found != static_cast<long>(runs)) return false;
        std::vector<int> first(runs);
        check(cudaMemcpy(first.data(), keys_out_.data(), runs * sizeof(int), cudaMemcpyDefault),
              "copying keys");
        for (std::size_t r = 0; r < runs; r += std::max<std::size_t>(1, runs / 5000))
            if (first[r] != keys[static_cast<std::size_t>(at[r])]) return false;
        return true;
    }

    device_memory keys_;
    device_memory keys_out_;
    device_memory count_;
};

/// Calls run(name, offsets) for several kinds of runs, with `most` items in all.
template <class Run>
void for_each_runs(long most, std::initializer_list<long> lengths, std::initializer_list<double> means,
                   const Run& run) {
    for (const long length : lengths)
        if (length < most)
            run(std::to_string(length), offsets_by(most, [&] { return static_cast<double>(length); }));
    std::mt19937_64 random(7);
    const auto chance = [&] { return std::uniform_real_distribution<>(1e-12, 1.0)(random); };
    for (const double mean : means)
        run("1 to ..., geometric, mean " + std::to_string(static_cast<int>(mean)),
            offsets_by(most, [&] { return 1 + std::log(chance()) / std::log(1 - 1 / mean); }));
    run("Pareto, 1.05", offsets_by(most, [&] { return std::pow(chance(), -1 / 1.05); }));
}

}  // namespace

void measure_keys(long most) {
    most /= 2;  // runs of one item write as many bytes as they read
    keys_bench bench(most);
    for_each_runs(most, {1, 2, 4, 8, 16, 64, 256, 1024, 4096, 1L << 16, 1L << 20, 1L << 26}, {4, 64, 4096},
                  [&](const std::string& name, const std::vector<int>& at) {
                      bench.run("keys/" + name, at, 0.f, impulse::plus{}, cuda::std::plus<>{});
                  });
}

void measure_wide_keys(long most) {
    most /= 2;
    keys_bench bench(most);
    const auto measure = [&](const char* items, const auto& init, const auto& op, const auto& cub_op) {
        for_each_runs(most * 4 / long{sizeof(init)}, {1, 4, 64, 4096}, {4, 64},
                      [&](const std::string& name, const std::vector<int>& at) {
                          bench.run(std::string("wide keys/") + items + ", " + name, at, init, op, cub_op);
                      });
    };
    measure("double", 0.0, impulse::plus{}, cuda::std::plus<>{});
    measure("2x2 matrix", identity, product{}, product{});
}

}  // namespace perf
