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

class arrays {
  public:
    explicit arrays(const rank& own) : own_(own), x_(most_bytes), out_(most_bytes) {}

    void run() {
        std::vector<float> block(std::size_t{1} << 18);
        for (std::size_t i = 0; i < block.size(); ++i) block[i] = item(own_.number(), i);
        for (std::size_t at = 0; at < most_bytes; at += block.size() * sizeof(float))
            check(cudaMemcpy(x_.data() + at, block.data(), block.size() * sizeof(float), cudaMemcpyDefault),
                  "copying");
        check(cudaDeviceSynchronize(), "copying");
        own_.with().lent[static_cast<std::size_t>(own_.number())] = {own_.stream(), &x_, &out_};
        own_.meet();
        for (int ranks = 2; ranks <= own_.with().size; ranks *= 2)
            own_.among(ranks, [&](ncclComm_t some) {
                for (std::size_t bytes = 8; bytes <= most_bytes; bytes *= bytes < 4096 ? 8 : 4) {
                    join<float>("sums", ranks, some, bytes, 0.f, impulse::plus{});
                    join<affine>("maps", ranks, some, bytes, affine{1, 0}, compose{});
                }
            });
    }

  private:
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;

    /// Of its time over ours; 0: sizes between, which have none.
    static constexpr double floor_of(std::size_t bytes) {
        constexpr std::size_t mib = 1024 * 1024;
        if (bytes <= mib / 16) return bytes <= 4096 ? 1 / 1.35 : 1 / 1.5;
        return bytes >= 256 * mib ? 0.9 : bytes >= 64 * mib ? 0.8 : 0;
    }

    /// Of a rank, near 1, so that products of them do not overflow.
    static float item(int rank, std::size_t i) {
        const std::size_t mixed =
            (i % (std::size_t{1} << 18)) * 2654435761u + static_cast<std::size_t>(rank) * 97u;
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
                      own_.all_right(!takes_part || are_right(m, ranks, init, op)));
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
    template <class Item, class Op>
    bool are_right(index_t m, int ranks, const Item& init, const Op& op) const {
        check(cudaStreamSynchronize(own_.stream()), "waiting");
        bool right = is_right(m - 1, ranks, init, op);
        for (index_t i = 0; i < 100; ++i) right &= is_right(m * i / 100, ranks, init, op);
        return right;
    }
    template <class Item, class Op>
    bool is_right(index_t i, int ranks, const Item& init, const Op& op) const {
        std::vector<Item> column;
        for (int r = 0; r < ranks; ++r) column.push_back(item_of<Item>(r, static_cast<std::size_t>(i)));
        Item found;
        check(cudaMemcpy(&found, out_.data<Item>() + i, sizeof found, cudaMemcpyDefault), "copying");
        return same_bits(found, impulse::tree_fold(column, init, op));
    }

    const rank& own_;
    device_memory x_;
    device_memory out_;
};

}  // namespace perf
