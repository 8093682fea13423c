// SPDX-License-Identifier: Apache-2.0
/// \file
/// What joining one value of each rank costs beside NCCL's own collectives, captured in a graph and launched.
#pragma once

#include <array>
#include <cstdio>
#include <impulse/device.cuh>
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>
#include <utility>

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
        tell("Captured in a graph: one of 100 calls, medians of 9 by turns.", "", captured_);
        tell(
            "Launched one after another: one of 100 calls, medians of 9 by turns. With a value for the host "
            "it is one call, measured by itself: medians of 9.",
            " with a value for the host, us |", launched_);
        std::printf("Captured, 8 bytes: at most %.2f times ncclAllGather (floor %.1f: %s)\n", most_,
                    max_allowed, most_ <= max_allowed ? "met" : "missed");
    }

  private:
    static constexpr double max_allowed = 1.7;
    static_assert(rank::many == 100 && rank::runs == 9);  // as the tables say

    static void tell(const char* how, const char* column, const std::string& rows) {
        std::printf(
            "%s\n\n| ranks | an accumulator of | joined, us | ncclAllGather of as many bytes, us | times | "
            "ncclAllReduce of one, us | times | each alone, then ncclAllGather, us | beyond, us |%s bits |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |%s\n%s\n",
            how, column, *column == 0 ? "" : " --- |", rows.c_str());
    }

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
        value right;
        for (auto& each : right.word) each = 0x0101010101010101u * static_cast<unsigned>(ranks);
        // Once more, into memory that is cleared: the other sides write there too.
        const auto writes_the_sum = [&](const rank::work& repeated) {
            value sum = right;
            if (takes_part) {
                check(cudaMemsetAsync(out.data(), 0, sizeof sum, stream), "clearing memory");
                repeated();
                check(cudaStreamSynchronize(stream), "waiting");
                check(cudaMemcpy(&sum, out.data(), sizeof sum, cudaMemcpyDefault), "copying");
            }
            return own_.all_right(same_bits(sum, right));
        };
        // No graph is left when calls are launched: NCCL may take longer for them while one holds its work.
        const auto measured = [&](bool in_graphs) {
            const auto repeated = own_.repeated(ranks, sides, in_graphs);
            const auto us = own_.each_of(ranks, repeated);
            return std::pair(us, writes_the_sum(repeated.front()));
        };
        const auto [captured, captured_right] = measured(true);
        const auto [launched, launched_right] = measured(false);
        value told = right;
        const double waited = own_.time_of(ranks, [&] {
            told = impulse::reduce(impulse::automatic.on(place), x, x + 1, value{}, add_words{});
        });
        const bool told_right = own_.all_right(same_bits(told, right));
        const auto row = [&](const std::vector<double>& us, const std::string& more, bool is_right) {
            std::array<char, 200> text;
            std::snprintf(text.data(), text.size(),
                          "| %d | %zu bytes | %.1f | %.1f | %.2f | %.1f | %.2f | %.1f | %.1f |%s %s |\n",
                          ranks, sizeof(value), us[0], us[1], us[0] / us[1], us[2], us[0] / us[2], us[3],
                          us[0] - us[3], more.c_str(), bits(is_right));
            return std::string(text.data());
        };
        captured_ += row(captured, "", captured_right);
        launched_ += row(launched, " " + std::to_string(std::lround(waited * 1e6)) + " |",
                         launched_right && told_right);
        if (Words == 1 && ranks > 1) most_ = (std::max)(most_, captured[0] / captured[1]);
    }

    const rank& own_;
    std::string captured_, launched_;  ///< rows
    double most_ = 0;
};

}  // namespace perf
