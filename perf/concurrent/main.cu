// SPDX-License-Identifier: Apache-2.0
//
// Calls from several threads of the host, each with a stream of its own: how many there are in a microsecond,
// of sums of int32 that return a value, and of launches of an empty kernel that are waited for. `./dev bench
// concurrent` prints the table.
#include <impulse/device.cuh>
#include <impulse/reduce.hpp>

#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <lab.cuh>
#include <string>
#include <table.hpp>
#include <thread>
#include <vector>

namespace {

constexpr int calls = 4000;
constexpr int turns = 9;
constexpr int max_threads = 16;
constexpr std::int64_t max_items = std::int64_t{1} << 20;

__global__ void nothing() {}

/// How many calls so many threads make in a microsecond, once all have begun.
template <class Call>
double rate(int threads, const std::vector<perf::stream>& streams, const Call& call) {
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
    const auto start = std::chrono::steady_clock::now();
    end.arrive_and_wait();
    const auto taken = std::chrono::steady_clock::now() - start;
    for (std::thread& each : callers) each.join();
    return threads * calls / std::chrono::duration<double, std::micro>(taken).count();
}

}  // namespace

int main() try {
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
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
    std::printf(
        "%s, %u threads of the host; calls in a microsecond, medians of %d, and over those of one thread\n\n",
        card.name, std::thread::hardware_concurrency(), turns);
    std::printf(
        "| threads | an empty kernel, waited for | sum of 1 | sum of 2^10 | sum of 2^20 |\n"
        "| --- | --- | --- | --- | --- |\n");
    std::vector<double> alone;
    for (int threads = 1; threads <= max_threads; threads *= 2) {
        std::vector<std::vector<double>> rates(4);
        for (int turn = 0; turn < turns; ++turn) {
            rates[0].push_back(rate(threads, streams, empty));
            rates[1].push_back(rate(threads, streams, sum_of(1)));
            rates[2].push_back(rate(threads, streams, sum_of(1 << 10)));
            rates[3].push_back(rate(threads, streams, sum_of(1 << 20)));
        }
        std::printf("| %d |", threads);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const double its = perf::median(rates[i]);
            if (threads == 1) alone.push_back(its);
            std::printf(" %.3f (%.2f) |", its, its / alone[i]);
        }
        std::printf("\n");
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_concurrent: %s\n", error.what());
    return 1;
}
