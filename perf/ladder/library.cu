// SPDX-License-Identifier: Apache-2.0
//
// The top of the ladder: Impulse's policies, and CUB. Both own their scratch memory before the call.
#include <cub/device/device_reduce.cuh>
#include <impulse/reduce.hpp>
#include <memory>

#include "families.hpp"

namespace ladder {

namespace {

template <class Policy>
auto by_impulse(const Policy& policy) {
    const int* const any = nullptr;
    int* const out = nullptr;
    const auto bytes =
        impulse::workspace_bytes(policy.on(impulse::device), any, any + full, out, 0, impulse::plus{});
    const auto space = std::make_shared<impulse::workspace>(bytes, impulse::device);
    return [=](gpu& on, const work<int>& w) {
        const int* const first = w.items;
        impulse::reduce_into(policy.on(on.stream()).with(*space), first, first + w.n, w.out, 0,
                             impulse::plus{});
    };
}

auto by_cub() {
    std::size_t bytes = 0;
    const int* const any = nullptr;
    int* const out = nullptr;
    perf::check(cub::DeviceReduce::Sum(nullptr, bytes, any, out, full), "asking CUB for its scratch size");
    const auto scratch = std::make_shared<perf::device_memory>(bytes);
    return [=](gpu& on, const work<int>& w) {
        std::size_t had = bytes;
        const int* const first = w.items;
        perf::check(cub::DeviceReduce::Sum(scratch->data(), had, first, w.out, w.n, on.stream()),
                    "calling CUB");
    };
}

}  // namespace

family libraries() {
    return {
        "library",
        {{"impulse_single_block", "one block again: 16-byte loads in flight",
          by_impulse(impulse::single_block)},
         {"impulse_two_pass", "two launches, 16-byte loads", by_impulse(impulse::two_pass)},
         {"impulse_last_block", "one launch", by_impulse(impulse::last_block)},
         {"impulse_work_queue", "a queue costs nothing where work is even", by_impulse(impulse::work_queue)},
         {"cub", "DeviceReduce::Sum, for comparison", by_cub()}}};
}

}  // namespace ladder
