// SPDX-License-Identifier: Apache-2.0
/// \file
/// What joining one value of each rank costs beside NCCL's own collectives, captured in a graph and launched.
#pragma once

#include <array>
#include <cstdio>
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
        if (!own_.leads()) return;
        const char* const columns =
            "| ranks | an accumulator of | joined, us | ncclAllGather of as many bytes, us | times | "
            "ncclAllReduce of one, us | times | each alone, then ncclAllGather, us | beyond, us |";
        std::printf("Captured in a graph, one of 100:\n\n%s bits |\n%s --- |\n%s\n", columns, rules,
                    captured_.c_str());
        std::printf(
            "Launched one after another, one of 100:\n\n%s with a value for the host, us |\n%s --- |\n%s\n",
            columns, rules, launched_.c_str());
        std::printf("Captured, 8 bytes: at most %.2f times ncclAllGather (floor %.1f: %s)\n", most_,
                    most_allowed, most_ <= most_allowed ? "met" : "missed");
    }

  private:
    static constexpr double most_allowed = 1.7;
    static constexpr const char* rules = "| --- | --- | --- | --- | --- | --- | --- | --- | --- |";

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
        // A forest, rounded up as it is sent.
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
        const std::vector<rank::work> sides{
            joined, gather,
            [&] {
                check(ncclAllReduce(x, out.data(), Words, ncclUint64, ncclSum, some, stream), "reducing");
            },
            [&] {
                impulse::reduce_into(impulse::automatic.on(stream), x, x + 1, out.data<value>(), value{},
                                     add_words{});
                gather();
            }};
        const auto captured = own_.each_of_many(ranks, sides, true);
        const auto launched = own_.each_of_many(ranks, sides, false);
        const double waited = own_.time_of(ranks, [&] {
            (void)impulse::reduce(impulse::automatic.on(place), x, x + 1, value{}, add_words{});
        });
        bool is_right = true;
        if (takes_part) {
            joined();
            check(cudaStreamSynchronize(stream), "waiting");
            value sum, right;
            check(cudaMemcpy(&sum, out.data(), sizeof sum, cudaMemcpyDefault), "copying");
            for (auto& each : right.word) each = 0x0101010101010101u * static_cast<unsigned>(ranks);
            is_right = same_bits(sum, right);
        }
        is_right = own_.all_right(is_right);
        const auto row = [&](const std::vector<double>& us, const std::string& last) {
            std::array<char, 200> text;
            std::snprintf(text.data(), text.size(),
                          "| %d | %zu bytes | %.1f | %.1f | %.2f | %.1f | %.2f | %.1f | %.1f | %s |\n", ranks,
                          sizeof(value), us[0], us[1], us[0] / us[1], us[2], us[0] / us[2], us[3],
                          us[0] - us[3], last.c_str());
            return std::string(text.data());
        };
        captured_ += row(captured, bits(is_right));
        launched_ += row(launched, std::to_string(std::lround(waited * 1e6)));
        if (Words == 1 && ranks > 1) most_ = (std::max)(most_, captured[0] / captured[1]);
    }

    const rank& own_;
    std::string captured_, launched_;  ///< rows
    double most_ = 0;
};

}  // namespace perf
