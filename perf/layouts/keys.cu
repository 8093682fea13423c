// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats by 32-bit keys, by Impulse and CUB; streamed are keys, values and results (a key and a sum a run). Runs
// whose lengths are all equal, and geometric ones.
#include "layouts.cuh"

#include <impulse/by_key.hpp>
#include <impulse/tree.hpp>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <ranges>
#include <string>
#include <vector>

namespace perf {
namespace {

class keys_bench : layouts_bench {
  public:
    explicit keys_bench(long most)
        : layouts_bench(most, 2 * most), keys_(bytes(most)), keys_out_(bytes(most)), count_(8) {}

    /// Runs that end where `at` says; the first begins at 0.
    void run(const char* name, const std::vector<int>& at) {
        const long items = at.back();
        const long runs = static_cast<long>(at.size()) - 1;
        std::vector<int> keys(static_cast<std::size_t>(items));
        for (std::size_t r = 0; r + 1 < at.size(); ++r)
            std::fill(keys.begin() + at[r], keys.begin() + at[r + 1], static_cast<int>(r * 7 % 1000));
        check(cudaMemcpy(keys_.data(), keys.data(), bytes(items), cudaMemcpyDefault), "copying keys");
        const float* const x = values();
        const int* const of = keys_.data<int>();
        int* const keys_out = keys_out_.data<int>();
        long* const count = count_.data<long>();
        const auto groups =
            impulse::by_key(std::ranges::subrange(of, of + items), std::ranges::subrange(x, x + items));
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(
            impulse::reduce_by_key_into.workspace_bytes(policy, groups, keys_out, out(), count, 0.f),
            {stream()});
        const double ours = seconds(
            [&] { impulse::reduce_by_key_into(policy.with(space), groups, keys_out, out(), count, 0.f); });
        const bool right = is_right(at, keys);

        std::size_t needed = 0;
        const auto by_cub = [&](void* memory) {
            check(cub::DeviceReduce::ReduceByKey(memory, needed, of, keys_out, x, out(), count,
                                                 cuda::std::plus<>{}, items, stream()),
                  "CUB");
        };
        by_cub(nullptr);
        const device_memory scratch(needed);
        const double cub = seconds([&] { by_cub(scratch.data()); });
        const double roof = seconds_of_streaming(items, keys_.data(), items, 2 * runs);
        const double moved = 8.0 * static_cast<double>(items + runs);
        std::printf("| %s | %ld | %.0f | %.0f | %.0f%% | %.0f | %.2f | %s |\n", name, runs,
                    moved / ours * 1e-9, moved / roof * 1e-9, 100 * roof / ours, moved / cub * 1e-9,
                    cub / ours, right ? "yes" : "**no**");
        std::fflush(stdout);
    }

  private:
    /// Whether the number is right, and some thousand runs have their key and the bits of the tree.
    bool is_right(const std::vector<int>& at, const std::vector<int>& keys) const {
        const std::size_t runs = at.size() - 1;
        long found = 0;
        check(cudaMemcpy(&found, count_.data(), sizeof(found), cudaMemcpyDefault), "copying the count");
        if (found != static_cast<long>(runs)) return false;
        const std::vector<float> got = results(static_cast<long>(runs));
        std::vector<int> first(runs);
        check(cudaMemcpy(first.data(), keys_out_.data(), runs * sizeof(int), cudaMemcpyDefault),
              "copying keys");
        const std::vector<float>& host = on_host();
        for (std::size_t r = 0; r < runs; r += std::max<std::size_t>(1, runs / 5000)) {
            const float right = impulse::tree_fold(
                std::ranges::subrange(host.begin() + at[r], host.begin() + at[r + 1]), 0.f);
            if (std::memcmp(&right, &got[r], sizeof(float)) != 0) return false;
            if (first[r] != keys[static_cast<std::size_t>(at[r])]) return false;
        }
        return true;
    }

    device_memory keys_;
    device_memory keys_out_;
    device_memory count_;
};

}  // namespace

void measure_keys(long most) {
    most /= 2;  // runs of one item write as much as they read
    keys_bench bench(most);
    std::printf(
        "\n| runs of | runs | GB/s | streaming | of it | CUB, GB/s | CUB's time / ours | bits of the tree |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const long length : {1L, 2L, 4L, 16L, 64L, 256L, 1024L, 4096L, 1L << 16, 1L << 20, 1L << 26})
        if (length < most)
            bench.run(std::to_string(length).c_str(),
                      offsets_by(most, [&] { return static_cast<double>(length); }));
    std::mt19937_64 random(7);
    const auto chance = [&] { return std::uniform_real_distribution<>(1e-12, 1.0)(random); };
    for (const double mean : {4.0, 64.0, 4096.0})
        bench.run(("1 to ..., geometric, mean " + std::to_string(static_cast<int>(mean))).c_str(),
                  offsets_by(most, [&] { return 1 + std::log(chance()) / std::log(1 - 1 / mean); }));
    bench.run("Pareto, 1.05", offsets_by(most, [&] { return std::pow(chance(), -1 / 1.05); }));
}

}  // namespace perf
