// SPDX-License-Identifier: Apache-2.0
//
// The rate at which a running reduction on a GPU takes host memory, compared with the link: one copy of the
// same bytes from pinned memory. The sides take turns in one run; the figures are medians.
#include <impulse/device.cuh>
#include <impulse/running.hpp>

#include <cstring>
#include <host_memory.cuh>
#include <lab.cuh>
#include <machine.cuh>
#include <numeric>
#include <report.hpp>
#include <string>
#include <vector>

namespace {

constexpr std::size_t count = std::size_t{1} << 28;

void run(int, char**) {
    perf::describe_machine();
    perf::report::context("note", "2^28 floats; the host's clock, medians of 9, all by turns");
    const perf::stream stream;
    const perf::pinned_memory pinned(count * sizeof(float));
    std::vector<float> pageable(count);
    std::iota(pageable.begin(), pageable.end(), 1.f);
    std::copy(pageable.begin(), pageable.end(), pinned.data<float>());
    const perf::device_memory there(count * sizeof(float));
    const auto policy = impulse::automatic.on(static_cast<cudaStream_t>(stream));
    auto sum = impulse::running_reduction<float>(policy, 0.f);
    float value = 0;
    const auto push = [&](const float* first, std::size_t each) {
        return [&, first, each] {
            for (std::size_t i = 0; i < count; i += each) sum.push(first + i, first + i + each);
            value = sum.value();
        };
    };
    struct side {
        const char* name;
        perf::work run;
    };
    const std::vector<side> sides{
        {"one copy from pinned memory",
         [&] {
             perf::check(
                 cudaMemcpyAsync(there.data(), pinned.data(), there.bytes(), cudaMemcpyDefault, stream),
                 "copying");
             perf::check(cudaStreamSynchronize(stream), "copying");
         }},
        {"reduce, on the GPU",
         [&] { value = impulse::reduce(policy, there.data<float>(), there.data<float>() + count, 0.f); }},
        {"push, pinned, at once", push(pinned.data<float>(), count)},
        {"push, pinned, 1 MiB each", push(pinned.data<float>(), std::size_t{1} << 18)},
        {"push, pageable, at once", push(pageable.data(), count)},
        {"push, on the GPU", push(there.data<float>(), count)}};
    // The first calls allocate buffers, and are checked. Later pushes reuse the buffers.
    std::vector<bool> same;
    float right = 0;
    for (const side& each : sides) {
        sum.clear();
        each.run();
        if (same.size() == 1) right = value;
        same.push_back(same.empty() || std::memcmp(&value, &right, sizeof(value)) == 0);
    }
    const auto times = perf::medians_by_turns(sides.size(), 9, 0,
                                              [&](std::size_t s) { return perf::seconds_of(sides[s].run); });
    for (std::size_t s = 0; s < sides.size(); ++s) {
        perf::finding found{times[s]};
        found.add_rate(count * sizeof(float));
        found.add("of_the_link", times[0] / times[s]);
        perf::report::instance().tell(std::string("streams/") + sides[s].name, found, same[s]);
    }
}

}  // namespace

int main(int argc, char** argv) { return perf::main_of("perf_streams", 0, argc, argv, run); }
