// SPDX-License-Identifier: Apache-2.0
// How blocks meet while threads sleep for random times before their atomic operations: flagged values,
// tickets and the queue, in graphs of many calls.
//
// IMPULSE_TEST_LAUNCHES is the number of calls (default: 100,000).
#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace sleeps {

enum point {
    fetch_add_acq_rel,
    fetch_next_relaxed,
    fetch_add_relaxed,
    load_relaxed,
    store_for_all,
    store_relaxed,
    points
};
__device__ unsigned long long taken[points];

/// Sleeps in one of four calls, for up to two microseconds.
__device__ inline void at(point name) {
    unsigned x = static_cast<unsigned>(clock64()) ^ ((blockIdx.x << 10) + threadIdx.x) * 0x9e37'79b9u;
    x = (x ^ x >> 16) * 0x85eb'ca6bu;
    x = (x ^ x >> 13) * 0xc2b2'ae35u;
    if (x % 4 != 0) return;
    atomicAdd(&taken[name], 1ull);
    __nanosleep(x >> 21);
}

}  // namespace sleeps

// Other files use the library without sleeps, so this file renames it.
#define IMPULSE_TEST_POINT(name) sleeps::at(sleeps::name)
#define impulse impulse_with_sleeps
#include <impulse/device.cuh>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

namespace {

void must(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

using value = std::uint64_t;  // a flagged value has two words
constexpr int items = 8192;
constexpr int rows = 4;
constexpr int rounds = 50;  // of a graph; each round has other values than the one before
constexpr int calls = 4;    // in a round
constexpr auto tuned = impulse::shape{.threads = 64, .items = 512};

struct results {
    value by_ticket;
    value by_queue;
    value of_row[rows];
    bool any;
};
struct memory {
    value x[items];
    bool flags[items];
    results out;
    unsigned wrong;
};

__device__ value factor(int round) { return value(2 * round + 1) * 0x1'0000'0001; }

__global__ void prepare(memory* m, int round) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    m->x[i] = value(i + 1) * factor(round);
    m->flags[i] = round % 2 == 1 && i == round * 101 % items;
    if (i == 0) m->out = {};
}
__global__ void check(memory* m, int round) {
    const results& out = m->out;
    const value sum = value(items) * (items + 1) / 2 * factor(round);
    bool right = out.by_ticket == sum && out.by_queue == sum && out.any == (round % 2 == 1);
    value all_rows = 0;
    for (const value each : out.of_row) {
        right = right && each != 0;
        all_rows += each;
    }
    if (!right || all_rows != sum) ++m->wrong;
}

/// The calls of a round, each with its own workspace.
struct calls_of_round {
    cudaStream_t stream;
    memory* m;

    template <class Visit>
    void visit(const Visit& call) const {
        const auto by_ticket = impulse::last_block.tune(tuned).on(stream);
        const auto by_queue = impulse::work_queue.tune(tuned).on(stream);
        call(by_ticket, m->x, m->x + items, &m->out.by_ticket, value{});
        call(by_queue, m->x, m->x + items, &m->out.by_queue, value{});
        call(by_ticket, impulse::batches(m->x, rows, items / rows), &m->out.of_row[0], value{});
        call(by_ticket, m->flags, m->flags + items, &m->out.any, false, impulse::logical_or{});
    }
};

}  // namespace

TEST_CASE("sleeps: blocks meet, whenever their threads come") {
    const char* const told = std::getenv("IMPULSE_TEST_LAUNCHES");
    const int replays = (told ? std::atoi(told) : 100'000) / (rounds * calls);
    cudaStream_t stream{};
    memory* m = nullptr;
    must(cudaStreamCreate(&stream));
    must(cudaMalloc(&m, sizeof(memory)));
    must(cudaMemset(m, 0, sizeof(memory)));
    {
        const calls_of_round round{stream, m};
        std::vector<impulse::workspace> spaces;
        round.visit([&](const auto& policy, const auto&... arguments) {
            const std::size_t bytes = impulse::workspace_bytes(policy, arguments...);
            spaces.push_back(impulse::workspace(bytes, {stream}));
        });
        cudaGraph_t graph{};
        cudaGraphExec_t replayed{};
        must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        for (int number = 0; number < rounds; ++number) {
            prepare<<<items / 256, 256, 0, stream>>>(m, number);
            auto space = spaces.begin();
            round.visit([&](const auto& policy, const auto&... arguments) {
                impulse::reduce_into(policy.with(*space++), arguments...);
            });
            check<<<1, 1, 0, stream>>>(m, number);
        }
        must(cudaStreamEndCapture(stream, &graph));
        must(cudaGraphInstantiate(&replayed, graph, 0));
        for (int replay = 0; replay < replays; ++replay) must(cudaGraphLaunch(replayed, stream));
        must(cudaStreamSynchronize(stream));
        must(cudaGraphExecDestroy(replayed));
        must(cudaGraphDestroy(graph));
    }
    unsigned wrong = 1;
    must(cudaMemcpy(&wrong, &m->wrong, sizeof(wrong), cudaMemcpyDeviceToHost));
    CHECK(wrong == 0);
    unsigned long long taken[sleeps::points] = {};
    must(cudaMemcpyFromSymbol(taken, sleeps::taken, sizeof(taken)));
    for (int point = 0; point < sleeps::points; ++point) {
        CAPTURE(point);
        // (A call that writes to memory posts no value to the host.)
        CHECK((taken[point] > 0) == (point != sleeps::store_for_all));
    }
    must(cudaFree(m));
    must(cudaStreamDestroy(stream));
}
