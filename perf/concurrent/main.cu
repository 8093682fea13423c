// SPDX-License-Identifier: Apache-2.0
//
// Calls from several host threads, each with its own stream. The figure is the number of calls in a
// microsecond: sums of int32 that return a value, and launches of an empty kernel followed by a
// synchronization.
#include <impulse/device.cuh>
#include <impulse/reduce.hpp>

#include <barrier>
#include <cstdint>
#include <exception>
#include <functional>
#include <lab.cuh>
#include <machine.cuh>
#include <report.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int calls = 4000;
constexpr int turns = 9;
constexpr int max_threads = 16;
constexpr std::int64_t max_items = std::int64_t{1} << 20;

__global__ void nothing() {}

using call = std::function<void(cudaStream_t)>;

/// The seconds in which this many threads make their calls, from when all have started.
double seconds(int threads, const std::vector<perf::stream>& streams, const call& call) {
    std::barrier begin(threads + 1), end(threads + 1);
    std::vector<std::thread> callers;
    for (int t = 0; t < threads; ++t)
        callers.emplace_back([&, t] {
            for (int i = 0; i < 10; ++i) call(streams[static_cast<std::size_t>(t)]);
            begin.arrive_and_wait();
            for (int i = 0; i < calls; ++i) call(streams[static_cast<std::size_t>(t)]);
            end.arrive_and_wait();
        });
    begin.arrive_and_wait();
    const double taken = perf::seconds_of([&] { end.arrive_and_wait(); });
    for (std::thread& each : callers) each.join();
    return taken;
}

void run(int, char**) {
    perf::describe_machine();
    perf::report::context("threads", std::to_string(std::thread::hardware_concurrency()));
    perf::report::context("note", "Medians of 9, calls of all kinds by turns");
    const std::vector<perf::stream> streams(max_threads);
    const perf::device_memory items(max_items * sizeof(int));
    perf::check(cudaMemset(items.data(), 0, items.bytes()), "filling memory");
    const auto sum_of = [&](std::int64_t n) {
        return [first = items.data<int>(), n](cudaStream_t on) {
            if (impulse::reduce(impulse::automatic.on(on), first, first + n, 7) != 7) std::terminate();
        };
    };
    const auto empty = [](cudaStream_t on) {
        nothing<<<1, 32, 0, on>>>();
        perf::check(cudaStreamSynchronize(on), "waiting for a stream");
    };
    const std::vector<std::pair<std::string, call>> kinds{{"an empty kernel, waited for", empty},
                                                          {"sum of 1", sum_of(1)},
                                                          {"sum of 2^10", sum_of(1 << 10)},
                                                          {"sum of 2^20", sum_of(1 << 20)}};
    std::vector<double> alone;
    for (int threads = 1; threads <= max_threads; threads *= 2) {
        const auto times = perf::medians_by_turns(kinds.size(), turns, 0, [&](std::size_t k) {
            return seconds(threads, streams, kinds[k].second);
        });
        if (threads == 1) alone = times;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            perf::finding found;
            found.add("calls_in_a_microsecond", threads * calls / (times[k] * 1e6));
            found.add("of_one_thread", threads * alone[k] / times[k]);
            perf::report::instance().tell(
                "concurrent/" + kinds[k].first + "/" + std::to_string(threads) + " threads", found);
        }
    }
}

}  // namespace

int main(int argc, char** argv) { return perf::main_of("perf_concurrent", 0, argc, argv, run); }
