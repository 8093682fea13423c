// SPDX-License-Identifier: Apache-2.0
// The synchronization of blocks while threads sleep for random times before their atomic operations: flagged
// values, tickets, the queue, and tiles of keys that look back, in graphs of many calls.
//
// IMPULSE_TEST_LAUNCHES is the number of calls (default: 100,000).
#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdlib>
#include <span>
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
#include <impulse/by_key.hpp>
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
constexpr int rounds = 50;        // of a graph; each round has other values than the one before
constexpr int calls = 5;          // in a round
constexpr int keyed = 3'000'000;  // items that have keys: more tiles than run at a time
constexpr auto tuned = impulse::shape{.threads = 64, .items = 512};

/// Short runs, one over many tiles, and runs of half a tile.
__host__ __device__ constexpr int key_of(int i) {
    return i < 1'000'000 ? i / 7 : i < 1'100'000 ? -1 : i / 900;
}

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
    int keys[keyed];
    value y[keyed];
    int begins[keyed + 1];  // of the runs; behind the last one, `keyed`
    int runs;
    int first_keys[keyed];
    value of_run[keyed];
    int count;
    unsigned wrong;
};

__device__ value factor(int round) { return value(2 * round + 1) * 0x1'0000'0001; }

__global__ void prepare(memory* m, int round) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    m->x[i] = value(i + 1) * factor(round);
    m->flags[i] = round % 2 == 1 && i == round * 101 % items;
    if (i == 0) m->out = {};
    if (i == 0) m->count = 0;
    for (int j = i; j < keyed; j += items) m->y[j] = value(j + 1) * factor(round);
    for (int r = i; r < m->runs; r += items) m->of_run[r] = 0;
    for (int r = i; r < m->runs; r += items) m->first_keys[r] = -2;
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
__global__ void check_runs(memory* m, int round) {
    bool right = m->count == m->runs;
    for (int r = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); r < m->runs; r += items) {
        const value begin = value(m->begins[r]), end = value(m->begins[r + 1]);
        const value sum = (end * (end + 1) - begin * (begin + 1)) / 2 * factor(round);
        right = right && m->of_run[r] == sum && m->first_keys[r] == m->keys[begin];
    }
    if (!right) atomicAdd(&m->wrong, 1u);
}

/// The calls of a round, each with its own workspace.
struct calls_of_round {
    cudaStream_t stream;
    memory* m;

    template <class Visit>
    void visit(const Visit& call) const {
        const auto by_ticket = impulse::last_block.tune(tuned).on(stream);
        const auto by_queue = impulse::work_queue.tune(tuned).on(stream);
        const std::span<const int> keys(m->keys, keyed);
        const std::span<const value> y(m->y, keyed);
        call(impulse::reduce_into, by_ticket, m->x, m->x + items, &m->out.by_ticket, value{});
        call(impulse::reduce_into, by_queue, m->x, m->x + items, &m->out.by_queue, value{});
        call(impulse::reduce_into, by_ticket, impulse::batches(m->x, rows, items / rows), &m->out.of_row[0],
             value{});
        call(impulse::reduce_into, by_ticket, m->flags, m->flags + items, &m->out.any, false,
             impulse::logical_or{});
        call(impulse::reduce_by_key_into, impulse::last_block.on(stream), impulse::by_key(keys, y),
             &m->first_keys[0], &m->of_run[0], &m->count, value{}, impulse::plus{});
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
        std::vector<int> keys, begins;
        for (int i = 0; i < keyed; ++i) {
            keys.push_back(key_of(i));
            if (i == 0 || keys.back() != key_of(i - 1)) begins.push_back(i);
        }
        const int runs = static_cast<int>(begins.size());
        begins.push_back(keyed);
        const auto put = [](int* to, const std::vector<int>& from) {
            must(cudaMemcpy(to, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice));
        };
        put(m->keys, keys);
        put(m->begins, begins);
        put(&m->runs, {runs});
    }
    {
        const calls_of_round round{stream, m};
        std::vector<impulse::workspace> spaces;
        round.visit([&](const auto& algorithm, const auto& policy, const auto&... arguments) {
            const std::size_t bytes = algorithm.workspace_bytes(policy, arguments...);
            spaces.push_back(impulse::workspace(bytes, {stream}));
        });
        cudaGraph_t graph{};
        cudaGraphExec_t replayed{};
        must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        for (int number = 0; number < rounds; ++number) {
            prepare<<<items / 256, 256, 0, stream>>>(m, number);
            auto space = spaces.begin();
            round.visit([&](const auto& algorithm, const auto& policy, const auto&... arguments) {
                algorithm(policy.with(*space++), arguments...);
            });
            check<<<1, 1, 0, stream>>>(m, number);
            check_runs<<<items / 256, 256, 0, stream>>>(m, number);
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
