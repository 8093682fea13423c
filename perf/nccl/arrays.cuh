// SPDX-License-Identifier: Apache-2.0
// Arrays of all ranks joined item by item, compared with ncclAllReduce of as many bytes, in captured graphs;
// and the same arrays joined as those of the GPUs of one process, by calls that are not captured.
#pragma once

#include <impulse/device.cuh>
#include <impulse/devices.hpp>
#include <impulse/elementwise.hpp>
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "rank.cuh"

namespace perf {

/// The map x -> a * x + b of words; maps are composed in one order only, and NCCL has no such operator.
/// (Floats would have other bits where both operations are rounded once, as nvcc does.)
struct affine {
    std::uint32_t a, b;
};
struct compose {
    IMPULSE_SHARED affine operator()(const affine& f, const affine& g) const {
        return {f.a * g.a, f.b * g.a + g.b};
    }
};

/// Counts the words that are not those of `expected`, which repeats.
static __global__ void count_other_words(const std::uint32_t* found, std::size_t words,
                                         const std::uint32_t* expected, std::size_t period,
                                         unsigned long long* count) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long other = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += step)
        other += found[i] == expected[i % period] ? 0 : 1;
    if (other != 0) atomicAdd(count, other);
}

class arrays {
  public:
    explicit arrays(const rank& own)
        : own_(own),
          x_(most_bytes),
          out_(most_bytes),
          sums_(period_bytes),
          maps_(period_bytes),
          count_(sizeof(unsigned long long)) {}

    void run() {
        std::vector<float> block(period);
        for (std::size_t i = 0; i < period; ++i) block[i] = item(own_.number(), i);
        for (std::size_t at = 0; at < most_bytes; at += period_bytes)
            check(cudaMemcpy(x_.data() + at, block.data(), period_bytes, cudaMemcpyDefault), "copying");
        check(cudaDeviceSynchronize(), "copying");
        own_.with().lent[static_cast<std::size_t>(own_.number())] = {own_.stream(), &x_, &out_};
        own_.meet();
        for (int ranks = 2; ranks <= own_.with().size; ++ranks)
            own_.among(ranks, [&](ncclComm_t some) {
                expect<float>(ranks, 0.f, impulse::plus{});
                expect<affine>(ranks, affine{1, 0}, compose{});
                for (std::size_t bytes = 8; bytes <= most_bytes; bytes *= bytes < 4096 ? 8 : 4) {
                    join<float>("sums", ranks, some, bytes, 0.f, impulse::plus{});
                    join<affine>("maps", ranks, some, bytes, affine{1, 0}, compose{});
                }
            });
    }

  private:
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;
    static constexpr std::size_t period = std::size_t{1} << 18;  // floats; the items repeat
    static constexpr std::size_t period_bytes = period * sizeof(float);

    /// The minimum of its time divided by ours; 0 for sizes in between, which have no minimum.
    static constexpr double floor_of(std::size_t bytes) {
        constexpr std::size_t mib = 1024 * 1024;
        if (bytes <= mib / 16) return bytes <= 4096 ? 1 / 1.35 : 1 / 1.5;
        return bytes >= 256 * mib ? 0.9 : bytes >= 64 * mib ? 0.8 : 0;
    }

    /// The items of a rank: near 1, so that their products do not overflow.
    static float item(int rank, std::size_t i) {
        const std::size_t mixed = i % period * 2654435761u + static_cast<std::size_t>(rank) * 97u;
        return 1.f + static_cast<float>(mixed % 1009) * 1e-3f;
    }
    template <class Item>
    static Item item_of(int rank, std::size_t i) {
        if constexpr (std::is_same_v<Item, float>)
            return item(rank, i);
        else
            return {std::bit_cast<std::uint32_t>(item(rank, 2 * i)),
                    std::bit_cast<std::uint32_t>(item(rank, 2 * i + 1))};
    }

    template <class Item, class Op>
    void join(const char* what, int ranks, ncclComm_t some, std::size_t bytes, const Item& init,
              const Op& op) {
        const cudaStream_t stream = own_.stream();
        const bool takes_part = own_.number() < ranks;
        const auto m = static_cast<index_t>(bytes / sizeof(Item));
        const auto its = impulse::elementwise(x_.data<Item>(), m);
        Item* const out = out_.data<Item>();
        const auto policy = impulse::automatic.on(impulse::ranks(some, stream));
        impulse::workspace space(
            takes_part ? impulse::workspace_bytes(policy, its, out, init, op) : std::size_t{128}, {stream});
        const std::vector<work> sides{
            [&] { impulse::reduce_into(policy.with(space), its, out, init, op); },
            [&] {
                check(ncclAllReduce(x_.data(), out, bytes / sizeof(float), ncclFloat, ncclSum, some, stream),
                      "reducing");
            }};
        const int calls =
            static_cast<int>(std::clamp(most_bytes / 4 / bytes, std::size_t{1}, std::size_t{50}));
        const auto repeated = own_.repeated(ranks, sides, true, calls);
        auto times = own_.by_turns(ranks, repeated);
        for (double& each : times) each /= calls;
        finding found{times[0]};
        found.add("bytes", bytes);
        found.add_rate(static_cast<double>(bytes));
        found.add_rival("ncclAllReduce", times[1], floor_of(bytes));
        const auto tell = [&](const std::string& how) {
            own_.tell(how + what + "/" + std::to_string(bytes) + " bytes", ranks, found,
                      own_.all_right(!takes_part || are_right<Item>(bytes)));
        };
        clear(bytes);
        if (takes_part) repeated.front()();
        tell("arrays/");
        clear(bytes);
        found = {by_devices<Item>(ranks, m, calls, init, op)};
        found.add("bytes", bytes);
        found.add_rate(static_cast<double>(bytes));
        found.add_rival("ncclAllReduce, captured", times[1], bytes >> 26 > 0 ? 0.8 : 0);
        tell("arrays of devices/");
    }
    void clear(std::size_t bytes) const {
        check(cudaMemsetAsync(out_.data(), 0, bytes, own_.stream()), "clearing memory");
        check(cudaStreamSynchronize(own_.stream()), "waiting");
        own_.meet();
    }
    /// The seconds of a call of `calls` that rank 0 makes, one after another.
    template <class Item, class Op>
    double by_devices(int ranks, index_t m, int calls, const Item& init, const Op& op) const {
        double seconds = 0;
        if (own_.leads()) {
            std::vector<cudaStream_t> streams;
            std::vector<typename impulse::distributed<Item>::part> parts;
            std::vector<Item*> outs;
            for (int r = 0; r < ranks; ++r) {
                const auto& its = own_.with().lent[static_cast<std::size_t>(r)];
                streams.push_back(its.stream);
                parts.emplace_back(its.stream, its.x->template data<Item>(), m);
                outs.push_back(its.out->template data<Item>());
            }
            const auto policy = impulse::automatic.on(impulse::devices(streams));
            const impulse::distributed<Item> whole(parts);
            const impulse::copies<Item> out(outs);
            const auto sample = [&] {
                for (int i = 0; i < calls; ++i)
                    impulse::reduce_into(policy, impulse::elementwise(whole), out, init, op);
                for (const cudaStream_t each : streams) check(cudaStreamSynchronize(each), "waiting");
            };
            const auto times =
                medians_by_turns(1, rank::runs, 3, [&](std::size_t) { return seconds_of(sample); });
            seconds = times.front() / calls;
        }
        own_.meet();
        return seconds;
    }
    /// Computes one period of the result of the ranks' items on the host.
    template <class Item, class Op>
    void expect(int ranks, const Item& init, const Op& op) {
        std::vector<Item> block, column(static_cast<std::size_t>(ranks));
        for (std::size_t i = 0; i < period_bytes / sizeof(Item); ++i) {
            for (int r = 0; r < ranks; ++r) column[static_cast<std::size_t>(r)] = item_of<Item>(r, i);
            block.push_back(impulse::tree_fold(column, init, op));
        }
        check(cudaMemcpy(expected<Item>().data(), block.data(), period_bytes, cudaMemcpyDefault), "copying");
    }
    template <class Item>
    const device_memory& expected() const {
        return std::is_same_v<Item, float> ? sums_ : maps_;
    }
    /// Compares every word of every result.
    template <class Item>
    bool are_right(std::size_t bytes) const {
        unsigned long long other = 0;
        auto* const counted = count_.data<unsigned long long>();
        check(cudaMemsetAsync(counted, 0, sizeof other, own_.stream()), "clearing memory");
        count_other_words<<<1024, 256, 0, own_.stream()>>>(out_.data<std::uint32_t>(), bytes / 4,
                                                           expected<Item>().template data<std::uint32_t>(),
                                                           period, counted);
        check(cudaGetLastError(), "comparing results");
        check(cudaStreamSynchronize(own_.stream()), "comparing results");
        check(cudaMemcpy(&other, counted, sizeof other, cudaMemcpyDefault), "copying");
        return other == 0;
    }

    const rank& own_;
    device_memory x_;
    device_memory out_, sums_, maps_, count_;
};

}  // namespace perf
