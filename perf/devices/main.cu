// SPDX-License-Identifier: Apache-2.0
//
// Several GPUs together beside each of them alone, over floats that lie with them, and over floats of the host that are dealt
// out. One GPU is taken for two that take turns. `./dev bench devices` prints the table.
#include <impulse/device.cuh>
#include <impulse/devices.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <lab.cuh>
#include <memory>
#include <numeric>
#include <string>
#include <table.hpp>
#include <vector>

namespace {

using impulse::index_t;
constexpr int runs = 9;

template <class F>
double seconds(const F& f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Floats of a GPU, and a stream there.
struct part {
    part(int device, index_t n) : gpu(device) {
        perf::check(cudaSetDevice(gpu), "choosing a GPU");
        perf::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
        floats = std::make_unique<perf::device_memory>(static_cast<std::size_t>(n) * sizeof(float));
        perf::fill<float>(floats->data(), floats->bytes(), stream);
        perf::check(cudaStreamSynchronize(stream), "filling memory");
    }
    ~part() { (void)cudaStreamDestroy(stream); }
    part(const part&) = delete;
    part& operator=(const part&) = delete;
    const float* data() const { return floats->data<float>(); }

    int gpu;
    cudaStream_t stream = nullptr;
    std::unique_ptr<perf::device_memory> floats;
};

struct sides {
    std::vector<double> alone, part_alone, together, uneven;
};

template <class F>
void take(std::vector<double>& times, int run, const F& f) {
    const double time = seconds(f);
    if (run > 0) times.push_back(time);  // the first makes what is kept
}

/// n floats with each of two.
bool measure_apart(int gpus, index_t n) {
    part a(0, n), b(gpus > 1 ? 1 : 0, n);
    perf::check(cudaSetDevice(0), "choosing a GPU");
    const auto both = impulse::automatic.on(impulse::devices(a.stream, b.stream));
    const impulse::distributed<float> even{{a.stream, a.data(), n}, {b.stream, b.data(), n}};
    const index_t less = n - 12'345;
    const impulse::distributed<float> cut{{a.stream, a.data(), less}, {b.stream, b.data(), n}};
    sides times;
    float first = 0, second = 0, whole = 0;
    for (int run = 0; run <= runs; ++run) {
        take(times.alone, run,
             [&] { first = impulse::reduce(impulse::automatic.on(a.stream), a.data(), a.data() + n, 0.f); });
        take(times.part_alone, run, [&] {
            const auto made =
                impulse::reduce_part(impulse::automatic.on(b.stream), b.data(), b.data() + n, n);
            second = *made.nodes[0];
        });
        take(times.together, run, [&] { whole = impulse::reduce(both, even, 0.f); });
        take(times.uneven, run, [&] { (void)impulse::reduce(both, cut, 0.f); });
    }
    const auto bytes = static_cast<double>(n) * sizeof(float);
    const double alone = perf::median(times.alone), together = perf::median(times.together);
    const double share = gpus > 1 ? 2 : 1;  // of what one reads in that time
    std::printf("| %.0f MiB | %.0f | %.3f | %.3f | %.3f |\n", bytes / (1 << 20), bytes / alone * 1e-9,
                alone / perf::median(times.part_alone), 2 * alone / share / together,
                (2 * bytes - 12'345 * 4) / bytes * alone / share / perf::median(times.uneven));
    return std::memcmp(&whole, &(first += second), sizeof(whole)) == 0;
}

/// The host's, beside one copy of them to one GPU.
bool measure_dealt(int gpus) {
    constexpr std::size_t n = std::size_t{1} << 29;
    float* pinned = nullptr;
    perf::check(cudaMallocHost(&pinned, n * sizeof(float)), "allocating pinned memory");
    std::vector<float> pageable(n);
    std::iota(pageable.begin(), pageable.end(), 1.f);
    std::copy(pageable.begin(), pageable.end(), pinned);
    const perf::device_memory there(n * sizeof(float));
    const auto both = impulse::automatic.on(impulse::devices(0, gpus > 1 ? 1 : 0));
    std::vector<double> copied, from_pinned, from_pageable;
    float value = 0, again = 0;
    for (int run = 0; run <= 3; ++run) {
        take(copied, run, [&] {
            perf::check(cudaMemcpy(there.data(), pinned, n * sizeof(float), cudaMemcpyDefault), "copying");
        });
        take(from_pinned, run, [&] { value = impulse::reduce(both, pinned, pinned + n, 0.f); });
        take(from_pageable, run, [&] { again = impulse::reduce(both, pageable, 0.f); });
    }
    const float right = impulse::reduce(impulse::automatic.on(impulse::device), there.data<float>(),
                                        there.data<float>() + n, 0.f);
    const double link = n * sizeof(float) / perf::median(copied) * 1e-9;
    std::printf("\n| 2 GiB of the host | GB/s | of one copy to one GPU |\n| --- | --- | --- |\n");
    std::printf("| one copy, pinned | %.1f | 1.00 |\n", link);
    for (const auto& [name, times] :
         {std::pair{"dealt, pinned", &from_pinned}, {"dealt, pageable", &from_pageable}}) {
        const double rate = n * sizeof(float) / perf::median(*times) * 1e-9;
        std::printf("| %s | %.1f | %.2f |\n", name, rate, rate / link);
    }
    perf::check(cudaFreeHost(pinned), "freeing pinned memory");
    return std::memcmp(&value, &right, sizeof(value)) == 0 && std::memcmp(&again, &right, sizeof(value)) == 0;
}

}  // namespace

int main() try {
    const int gpus = impulse::device_count();
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    std::printf("%s, %s; floats, medians of %d\n\n", card.name,
                gpus > 1 ? "two" : "one, as two that take turns", runs);
    std::printf(
        "| each | alone, GB/s | a part alone | together, of the sum of each alone | cut 12345 items earlier "
        "|\n"
        "| --- | --- | --- | --- | --- |\n");
    bool same = true;
    for (const int log2 : {26, 28, 30, 32}) same = measure_apart(gpus, index_t{1} << log2) && same;
    same = measure_dealt(gpus) && same;
    std::printf("\nbits: %s\n", same ? "the same" : "**not the same**");
    return same ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_devices: %s\n", error.what());
    return 1;
}
