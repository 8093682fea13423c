// SPDX-License-Identifier: Apache-2.0
//
// Sums of segments of float by Impulse and CUB, beside a kernel that merely streams the same bytes: values, offsets (32 bits)
// and results. Lengths that are all equal, and lengths as they are found. Prints a table in Markdown.
//
//   perf_layouts [log2 of the number of values]
#include <lab.cuh>
#include <machine.cuh>

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <cub/device/device_segmented_reduce.cuh>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <ranges>
#include <string>
#include <vector>

namespace perf {
namespace {

/// Reads two arrays and writes a third.
__global__ void stream_kernel(const int4* a, long of_a, const int4* b, long of_b, int4* out, long of_out) {
    const long step = long{gridDim.x} * blockDim.x;
    const long first = long{blockIdx.x} * blockDim.x + threadIdx.x;
    int4 seen = {0, 0, 0, 0};
    const auto look = [&](const int4& x) {
        seen.x ^= x.x;
        seen.y ^= x.y;
        seen.z ^= x.z;
        seen.w ^= x.w;
    };
#pragma unroll 4
    for (long i = first; i < of_a; i += step) look(a[i]);
#pragma unroll 4
    for (long i = first; i < of_b; i += step) look(b[i]);
    for (long i = first; i < of_out; i += step) out[i] = seen;
    if (seen.x == 1 && seen.y == 2 && seen.z == 3 && seen.w == 4) out[0] = seen;
}

class segments_bench {
  public:
    explicit segments_bench(long most)
        : most_(most), values_(bytes(most)), offsets_(bytes(most + 8)), out_(bytes(most)) {
        std::mt19937 random(1);
        host_.resize(static_cast<std::size_t>(most));
        for (float& x : host_) x = static_cast<float>(random() >> 8) * 0x1p-24f;
        check(cudaMemcpy(values_.data(), host_.data(), values_.bytes(), cudaMemcpyDefault), "copying values");
    }

    void run(const char* name, const std::vector<int>& at) {
        const long count = static_cast<long>(at.size()) - 1;
        const long items = at.back();
        const float* const x = values_.data<float>();
        const int* const offsets = offsets_.data<int>();
        float* const out = out_.data<float>();
        check(cudaMemcpy(offsets_.data(), at.data(), at.size() * sizeof(int), cudaMemcpyDefault),
              "copying offsets");
        const auto groups = impulse::segments(std::ranges::subrange(x, x + items),
                                              std::ranges::subrange(offsets, offsets + count + 1));
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out, 0.f), {stream()});
        const double ours = seconds([&] { impulse::reduce_into(policy.with(space), groups, out, 0.f); });
        const bool right = is_right(at);

        std::size_t needed = 0;
        check(cub::DeviceSegmentedReduce::Sum(nullptr, needed, x, out, count, offsets, offsets + 1, stream()),
              "CUB");
        const device_memory scratch(needed);
        const double cub = seconds([&] {
            check(cub::DeviceSegmentedReduce::Sum(scratch.data(), needed, x, out, count, offsets, offsets + 1,
                                                  stream()),
                  "CUB");
        });
        const double roof = seconds([&] {
            stream_kernel<<<132 * 4, 512, 0, stream()>>>(values_.data<int4>(), items / 4,
                                                         offsets_.data<int4>(), (count + 1) / 4,
                                                         out_.data<int4>(), count / 4);
        });
        const double moved = 4.0 * static_cast<double>(items + 2 * count + 1);
        std::printf("| %s | %ld | %.0f | %.0f | %.0f%% | %.2f | %s |\n", name, count, moved / ours * 1e-9,
                    moved / roof * 1e-9, 100 * roof / ours, cub / ours, right ? "yes" : "**no**");
        std::fflush(stdout);
    }

  private:
    static std::size_t bytes(long count) { return static_cast<std::size_t>(count) * 4; }
    static cudaStream_t stream() { return lab::instance().stream(); }

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

    /// Whether some thousand segments have the bits of the tree.
    bool is_right(const std::vector<int>& at) const {
        const std::size_t count = at.size() - 1;
        std::vector<float> got(count);
        check(cudaMemcpy(got.data(), out_.data(), count * sizeof(float), cudaMemcpyDefault),
              "copying results");
        long folded = 0;
        for (std::size_t r = 0; r < count && folded < most_ / 4;
             r += std::max<std::size_t>(1, count / 5000)) {
            const float right = impulse::tree_fold(
                std::ranges::subrange(host_.begin() + at[r], host_.begin() + at[r + 1]), 0.f);
            if (std::memcmp(&right, &got[r], sizeof(float)) != 0) return false;
            folded += at[r + 1] - at[r];
        }
        return true;
    }

    long most_;
    std::vector<float> host_;
    device_memory values_;
    device_memory offsets_;
    device_memory out_;
};

/// Offsets of segments whose lengths next() gives, until there are `most` values.
template <class Next>
std::vector<int> offsets_by(long most, const Next& next) {
    std::vector<int> at{0};
    while (at.back() < most)
        at.push_back(static_cast<int>(
            std::min(static_cast<double>(most), at.back() + std::max(0.0, std::floor(next())))));
    return at;
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) try {
    using namespace perf;
    const long most = 1L << (argc > 1 ? std::atoi(argv[1]) : 28);
    cudaDeviceProp card{};
    check(cudaGetDeviceProperties(&card, 0), "asking for the card");
    std::printf("%s, CUDA %s, CCCL %s; %ld values of float.\n\n", card.name,
                cuda_version(CUDART_VERSION).c_str(),
                version(CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION, CCCL_PATCH_VERSION).c_str(), most);
    segments_bench bench(most);
    std::printf(
        "| lengths | segments | GB/s | streaming | of it | CUB's time / ours | bits of the tree |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const long length : {1L, 2L, 3L, 4L, 8L, 16L, 20L, 32L, 64L, 100L, 256L, 1024L, 4096L, 1L << 16,
                              1L << 20, 1L << 24, 1L << 27})
        if (length < most)
            bench.run(std::to_string(length).c_str(),
                      offsets_by(most, [&] { return static_cast<double>(length); }));
    std::mt19937_64 random(7);
    const auto chance = [&] { return std::uniform_real_distribution<>(1e-12, 1.0)(random); };
    bench.run("Pareto, 1.05", offsets_by(most, [&] { return std::pow(chance(), -1 / 1.05); }));
    bench.run("geometric, mean 20",
              offsets_by(most, [&] { return 1 + std::log(chance()) / std::log(1 - 1 / 20.0); }));
    bench.run("half empty, else 1 to 40",
              offsets_by(most, [&] { return chance() < 0.5 ? 0 : 1 + std::floor(chance() * 40); }));
    bench.run("1 to 4, one in a thousand up to 100,000",
              offsets_by(most, [&] { return chance() < 0.001 ? chance() * 100'000 : 1 + chance() * 4; }));
    int number = 0;
    bench.run("2^20 of 4, then all in one",
              offsets_by(most, [&] { return number++ < 1 << 20 ? 4.0 : static_cast<double>(most); }));
    number = 0;
    bench.run("100, every tenth 200 times longer", offsets_by(most, [&] {
                  return static_cast<double>(most) / 2090 * (number++ % 10 == 9 ? 200 : 1);
              }));
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_layouts: %s\n", failure.what());
    return 1;
}
