// SPDX-License-Identifier: Apache-2.0
// The cost of joining one value from each rank, compared with NCCL's own collectives, in a captured graph and
// by launches.
#pragma once

#include <impulse/device.cuh>
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>

#include "rank.cuh"

namespace perf {

class joins {
  public:
    explicit joins(const rank& own) : own_(own) {}

    void run() {
        for (int ranks = 1; ranks <= own_.with().size; ++ranks)
            own_.among(ranks, [&](ncclComm_t some) {
                join<1>(ranks, some);
                join<8>(ranks, some);
                join<32>(ranks, some);
            });
    }

  private:
    /// For captured joins of 8 bytes: the minimum of ncclAllGather's time divided by ours.
    static constexpr double floor = 1 / 1.7;

    template <int Words>
    void join(int ranks, ncclComm_t some) {
        using value = words<Words>;
        const cudaStream_t stream = own_.stream();
        const bool takes_part = own_.number() < ranks;
        const device_memory item(sizeof(value)), out(sizeof(value));
        check(cudaMemset(item.data(), 1, sizeof(value)), "filling memory");
        check(cudaDeviceSynchronize(), "filling memory");
        const auto* const x = item.data<value>();
        const auto place = impulse::ranks(some, stream);
        const auto said = impulse::automatic.on(place.at(own_.number()));
        const std::size_t bytes =
            takes_part ? impulse::workspace_bytes(said, x, x + 1, out.data<value>(), value{}, add_words{})
                       : std::size_t{128};
        impulse::workspace space(bytes, {stream});
        // The bytes of a forest, rounded up as the library sends it.
        const std::size_t part = (sizeof(impulse::forest<value>) + 127) / 128 * 128;
        const device_memory parts(part * static_cast<std::size_t>(own_.with().size));
        const auto joined = [&] {
            impulse::reduce_into(said.with(space), x, x + 1, out.data<value>(), value{}, add_words{});
        };
        const auto gather = [&] {
            check(ncclAllGather(parts.data() + part * static_cast<std::size_t>(own_.number()), parts.data(),
                                part, ncclChar, some, stream),
                  "gathering");
        };
        const std::vector<work> sides{
            joined, gather,
            [&] {
                check(ncclAllReduce(x, out.data(), Words, ncclUint64, ncclSum, some, stream), "reducing");
            },
            [&] {
                impulse::reduce_into(impulse::automatic.on(stream), x, x + 1, out.data<value>(), value{},
                                     add_words{});
                gather();
            }};
        value right;
        for (auto& each : right.word) each = 0x0101010101010101u * static_cast<unsigned>(ranks);
        // Once more, into cleared memory, because the other sides write there too.
        const auto writes_the_sum = [&](const work& repeated) {
            value sum = right;
            if (takes_part) {
                check(cudaMemsetAsync(out.data(), 0, sizeof sum, stream), "clearing memory");
                repeated();
                check(cudaStreamSynchronize(stream), "waiting");
                check(cudaMemcpy(&sum, out.data(), sizeof sum, cudaMemcpyDefault), "copying");
            }
            return own_.all_right(same_bits(sum, right));
        };
        // No graph exists when calls are launched: NCCL may be slower while a graph holds its work.
        const auto measured = [&](bool in_graphs) {
            const auto repeated = own_.repeated(ranks, sides, in_graphs);
            const auto times = own_.each_of(ranks, repeated);
            finding found{times[0]};
            found.add_rival("ncclAllGather", times[1], in_graphs && Words == 1 && ranks > 1 ? floor : 0);
            found.add_rival("ncclAllReduce", times[2]);
            found.add_rival("alone, then ncclAllGather", times[3]);
            return std::pair(found, writes_the_sum(repeated.front()));
        };
        const std::string bytes_text = std::to_string(sizeof(value)) + " bytes";
        const auto [captured, captured_right] = measured(true);
        own_.tell("captured/" + bytes_text, ranks, captured, captured_right);
        auto [launched, launched_right] = measured(false);
        value told = right;
        const double waited = own_.time_of(ranks, [&] {
            told = impulse::reduce(impulse::automatic.on(place), x, x + 1, value{}, add_words{});
        });
        const bool told_right = own_.all_right(same_bits(told, right));
        launched.add("with_a_value_for_the_host_us", waited * 1e6);
        own_.tell("launched/" + bytes_text, ranks, launched, launched_right && told_right);
    }

    const rank& own_;
};

}  // namespace perf
