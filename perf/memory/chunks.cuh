// SPDX-License-Identifier: Apache-2.0
// The sum of an array that arrives in chunks.
#pragma once

#include <impulse/reduce.hpp>
#include <memory/arrays.cuh>
#include <numeric>

namespace perf {

/// Sums chunk by chunk on two alternating streams, so that one chunk is copied while another is summed. The
/// sums of the chunks are written to pinned memory, and the host adds them.
class chunks {
  public:
    static chunks& on_two_streams() {
        static chunks only;
        return only;
    }
    chunks(const chunks&) = delete;
    chunks& operator=(const chunks&) = delete;

    /// With `from`, each chunk is first copied from there.
    int sum(int* items, const int* from = nullptr) {
        int* const sums = sums_.data<int>();
        for (int c = 0; c < count; ++c) {
            lane& on = lanes_[c % 2];
            int* const first = items + c * chunk;
            if (from)
                check(cudaMemcpyAsync(first, from + c * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice,
                                      on.stream),
                      "copying a chunk");
            impulse::reduce_into(impulse::automatic.on(static_cast<cudaStream_t>(on.stream)).with(on.space),
                                 first, first + chunk, sums + c, 0, impulse::plus{});
        }
        for (const lane& each : lanes_) check(cudaStreamSynchronize(each.stream), "summing chunks");
        return std::accumulate(sums, sums + count, 0);
    }

  private:
    static constexpr std::int64_t chunk = std::int64_t{1} << 23;  // 32 MiB
    static constexpr int count = static_cast<int>(arrays::n / chunk);

    struct lane {
        perf::stream stream;
        impulse::workspace space;

        explicit lane(std::size_t bytes) : space(bytes) {}
    };

    static std::size_t workspace_size() {
        const int* const items = arrays::all().on_gpu();
        return impulse::workspace_bytes(impulse::automatic.on(impulse::device), items, items + chunk,
                                        arrays::all().on_gpu(), 0, impulse::plus{});
    }

    chunks() : lanes_{lane(workspace_size()), lane(workspace_size())} {}

    lane lanes_[2];
    pinned_memory sums_{count * sizeof(int)};
};

}  // namespace perf
