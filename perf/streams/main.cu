// SPDX-License-Identifier: Apache-2.0
//
// How fast a running reduction on a GPU takes in memory of the host, beside the link: one copy of the same
// bytes from pinned memory. By turns in one run; medians. `./dev bench streams` prints the table.
#include <impulse/device.cuh>
#include <impulse/running.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <host_memory.cuh>
#include <lab.cuh>
#include <numeric>
#include <string>
#include <table.hpp>
#include <vector>

namespace {

constexpr std::size_t count = std::size_t{1} << 28;
constexpr int runs = 9;

template <class F>
double seconds(const F& f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A way to take the items in, and the time of each run.
struct side {
    std::string name;
    std::vector<double> times;
};

}  // namespace

int main() try {
    const perf::stream stream;
    const perf::pinned_memory pinned_items(count * sizeof(float));
    float* const pinned = pinned_items.data<float>();
    std::vector<float> pageable(count);
    std::iota(pageable.begin(), pageable.end(), 1.f);
    std::copy(pageable.begin(), pageable.end(), pinned);
    const perf::device_memory there(count * sizeof(float));
    const auto policy = impulse::automatic.on(static_cast<cudaStream_t>(stream));
    auto sum = impulse::running_reduction<float>(policy, 0.f);
    float value = 0;
    const auto push = [&](const float* first, std::size_t each) {
        for (std::size_t i = 0; i < count; i += each) sum.push(first + i, first + i + each);
        value = sum.value();
    };

    side copied{"one copy from pinned memory", {}}, at_once{"push, pinned, at once", {}},
        in_pieces{"push, pinned, 1 MiB each", {}}, unpinned{"push, pageable, at once", {}},
        there_already{"push, on the GPU", {}}, reduced{"reduce, on the GPU", {}};
    bool same = true;
    for (int run = 0; run < runs + 1; ++run) {
        const auto take = [&](side& each, const auto& f) {
            const double time = seconds(f);
            if (run > 0) each.times.push_back(time);  // the first makes buffers, and is checked
        };
        take(copied, [&] {
            perf::check(cudaMemcpyAsync(there.data(), pinned, there.bytes(), cudaMemcpyDefault, stream),
                        "copying");
            perf::check(cudaStreamSynchronize(stream), "copying");
        });
        take(reduced,
             [&] { value = impulse::reduce(policy, there.data<float>(), there.data<float>() + count, 0.f); });
        const float right = value;
        const auto take_push = [&](side& each, const float* first, std::size_t piece) {
            if (run == 0) sum.clear();  // later it goes on, with the buffers that it has
            take(each, [&] { push(first, piece); });
            same = same && (run > 0 || std::memcmp(&value, &right, sizeof(value)) == 0);
        };
        take_push(at_once, pinned, count);
        take_push(in_pieces, pinned, std::size_t{1} << 18);
        take_push(unpinned, pageable.data(), count);
        take_push(there_already, there.data<float>(), count);
    }
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    std::printf("%s, 2^28 floats, medians of %d\n\n| | GB/s | of the link |\n| --- | --- | --- |\n",
                card.name, runs);
    const double link = perf::median(copied.times);
    for (const side* each : {&copied, &at_once, &in_pieces, &unpinned, &there_already, &reduced}) {
        const double time = perf::median(each->times);
        std::printf("| %s | %.1f | %.2f |\n", each->name.c_str(), count * sizeof(float) / time * 1e-9,
                    link / time);
    }
    std::printf("\nbits: %s\n", same ? "the same" : "**not the same**");
    return same ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_streams: %s\n", error.what());
    return 1;
}
