// SPDX-License-Identifier: Apache-2.0
#include "roof.cuh"

#include <algorithm>
#include <cstdio>

namespace ladder {

namespace {

/// 16-byte loads, eight in flight a thread, folded into a register.
__global__ void read_words(const uint4* words, int count, unsigned* out) {
    constexpr int ahead = 8;
    const int step = gridDim.x * blockDim.x;
    unsigned seen = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += ahead * step) {
        uint4 loaded[ahead] = {};
        for (int k = 0; k < ahead; ++k)
            if (i + k * step < count) loaded[k] = words[i + k * step];
        for (const uint4& word : loaded) seen += word.x ^ word.y ^ word.z ^ word.w;
    }
    if (seen == 0x12345678u) *out = seen;  // so that nothing is left out
}

__global__ void copy_words(const uint4* from, int count, uint4* to) {
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) to[i] = from[i];
}

}  // namespace

std::vector<limit> measure_roof(bench& on) {
    perf::lab& lab = perf::lab::instance();
    const auto stream = lab.stream();
    const auto* const words = reinterpret_cast<const uint4*>(lab.items(perf::fill<int>));
    const std::size_t read_bytes = std::min(std::size_t{4} << 30, lab.pool_bytes() / 16 * 16);
    const std::size_t copy_bytes = std::size_t{1} << 30;
    const std::size_t host_bytes = std::size_t{1} << 28;
    const perf::device_memory to(copy_bytes);
    void* host = nullptr;
    perf::check(cudaMallocHost(&host, host_bytes), "allocating pinned memory");

    const int blocks = on.device().blocks_at_once(512);
    const auto words_of = [](std::size_t bytes) { return static_cast<int>(bytes / sizeof(uint4)); };
    const auto moving = [&](const char* name, const char* lesson, std::size_t bytes, void* there,
                            const void* here) {
        const double taken = on.seconds(
            [&] { perf::check(cudaMemcpyAsync(there, here, bytes, cudaMemcpyDefault, stream), "copying"); });
        const bool within = there == to.data() && here == words;
        return limit{name, lesson, static_cast<double>(within ? 2 * bytes : bytes), taken};
    };
    std::vector<limit> found{
        {"read", "the roof: every item must be read once", static_cast<double>(read_bytes), on.seconds([&] {
             read_words<<<blocks, 512, 0, stream>>>(words, words_of(read_bytes), to.data<unsigned>());
         })},
        {"copy", "reading and writing, counted together", 2. * copy_bytes, on.seconds([&] {
             copy_words<<<blocks, 512, 0, stream>>>(words, words_of(copy_bytes), to.data<uint4>());
         })},
        moving("cudaMemcpy", "the same by the runtime", copy_bytes, to.data(), words),
        moving("host_to_device", "pinned memory over the bus", host_bytes, to.data(), host),
        moving("device_to_host", "where the items are decides where they are reduced", host_bytes, host,
               words)};
    perf::check(cudaGetLastError(), "measuring the roof");
    perf::check(cudaFreeHost(host), "freeing pinned memory");
    return found;
}

std::string card_properties() {
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    int clock = 0;
    perf::check(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0), "asking for the clock rate");
    char text[1000];
    std::snprintf(
        text, sizeof(text),
        "%s: compute capability %d.%d, %d multiprocessors at up to %d MHz, each with %d threads, %d KiB of "
        "shared memory and %d registers; %d MiB of L2; %.1f GiB of memory, %d bits wide",
        card.name, card.major, card.minor, card.multiProcessorCount, clock / 1000,
        card.maxThreadsPerMultiProcessor, static_cast<int>(card.sharedMemPerMultiprocessor >> 10),
        card.regsPerMultiprocessor, card.l2CacheSize >> 20,
        static_cast<double>(card.totalGlobalMem) / (1 << 30), card.memoryBusWidth);
    return text;
}

}  // namespace ladder
