// SPDX-License-Identifier: Apache-2.0
//
// Sums of segments of float by Impulse and CUB. The streamed bytes are values, offsets (32 bits) and results.
// Segment lengths are all equal, or vary as in real data. From CCCL 3.1 on, CUB is also measured with its
// call that takes the one length of all segments.
#include "layouts.cuh"

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/version>

namespace perf {
namespace {

class segments_bench : layouts_bench {
  public:
    explicit segments_bench(long most) : layouts_bench(most), offsets_(bytes(most + 8)) {}

    /// `length`: that of all segments except the last, which may be shorter; 0 if lengths differ.
    void run(const char* name, const std::vector<int>& at, int length = 0) {
        const long count = static_cast<long>(at.size()) - 1;
        const long items = at.back();
        const float* const x = values();
        const int* const offsets = offsets_.data<int>();
        float* const out = this->out();
        check(cudaMemcpy(offsets_.data(), at.data(), at.size() * sizeof(int), cudaMemcpyDefault),
              "copying offsets");
        const auto groups = impulse::segments(std::ranges::subrange(x, x + items),
                                              std::ranges::subrange(offsets, offsets + count + 1));
        const auto policy = impulse::automatic.on(stream());
        impulse::workspace space(impulse::workspace_bytes(policy, groups, out, 0.f), {stream()});
        std::size_t needed = 0;
        check(cub::DeviceSegmentedReduce::Sum(nullptr, needed, x, out, count, offsets, offsets + 1, stream()),
              "CUB");
        const device_memory scratch(needed);
        std::vector<side> others{
            streaming(items, offsets_.data(), count + 1, count),
            {"cub", [&] {
                 check(cub::DeviceSegmentedReduce::Sum(scratch.data(), needed, x, out, count, offsets,
                                                       offsets + 1, stream()),
                       "CUB");
             }}};
        add_told(others, items / std::max(length, 1), length);
        tell(
            std::string("segments/") + name, count, 4.0 * static_cast<double>(items + 2 * count + 1),
            [&] { impulse::reduce_into(policy.with(space), groups, out, 0.f); },
            [&] { return segments_are_right(at, 0.f, impulse::plus{}); }, others);
    }

  private:
    /// CUB's call that takes the length of all segments, and reads no offsets. All segments are full.
    void add_told([[maybe_unused]] std::vector<side>& to, [[maybe_unused]] long count,
                  [[maybe_unused]] int length) const {
#if CCCL_VERSION >= 3001000
        if (length == 0) return;
        const auto call = [this, count, length](void* memory, std::size_t& bytes) {
            check(cub::DeviceSegmentedReduce::Sum(memory, bytes, values(), out(), count, length, stream()),
                  "CUB");
        };
        std::size_t needed = 0;
        call(nullptr, needed);
        const auto scratch = std::make_shared<device_memory>(needed);
        to.push_back({"cub, told the length", [=]() mutable { call(scratch->data(), needed); }});
#endif
    }

    device_memory offsets_;
};

}  // namespace

void measure_segments(long most) {
    segments_bench bench(most);
    for (const int length :
         {1,       2,       3,       4,       8,       9,       10,     11,      12,      14,      15,
          16,      17,      20,      24,      31,      32,      33,     40,      48,      62,      63,
          64,      100,     127,     128,     256,     257,     300,    500,     511,     512,     513,
          700,     999,     1000,    1024,    2048,    4095,    4096,   1 << 13, 1 << 14, 1 << 15, 1 << 16,
          1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 24, 1 << 27, 1 << 28})
        if (length <= most)
            bench.run(std::to_string(length).c_str(),
                      offsets_by(most, [&] { return static_cast<double>(length); }), length);
    std::mt19937_64 random(7);
    const auto chance = [&] { return std::uniform_real_distribution<>(1e-12, 1.0)(random); };
    bench.run("Pareto, 1.05", offsets_by(most, [&] { return std::pow(chance(), -1 / 1.05); }));
    bench.run("Zipf, 2", offsets_by(most, [&] { return 1 / chance(); }));
    bench.run("geometric, mean 20",
              offsets_by(most, [&] { return 1 + std::log(chance()) / std::log(1 - 1 / 20.0); }));
    bench.run("half empty, else 1 to 40",
              offsets_by(most, [&] { return chance() < 0.5 ? 0 : 1 + std::floor(chance() * 40); }));
    bench.run("1 to 4, one in a thousand up to 100,000",
              offsets_by(most, [&] { return chance() < 0.001 ? chance() * 100'000 : 1 + chance() * 4; }));
    bench.run("0 to 40", offsets_by(most, [&] { return std::floor(chance() * 41); }));
    bench.run("exponential, mean 100", offsets_by(most, [&] { return -100 * std::log(chance()); }));
    int number = 0;
    bench.run("2^20 of 4, then all in one",
              offsets_by(most, [&] { return number++ < 1 << 20 ? 4.0 : static_cast<double>(most); }));
    number = 0;
    bench.run("100, every tenth 200 times longer", offsets_by(most, [&] {
                  return static_cast<double>(most) / 2090 * (number++ % 10 == 9 ? 200 : 1);
              }));
}

}  // namespace perf
