// SPDX-License-Identifier: Apache-2.0
#include "roof.cuh"

#include "roof_kernels.cuh"

namespace ladder {

namespace {

using kernel = void (*)(const uint4*, int, uint4*);

/// The best of several shapes: no shape exceeds a roof.
double fastest(bench& on, std::initializer_list<kernel> kernels, const void* from, std::size_t bytes,
               void* to) {
    double best = 1;
    for (const kernel each : kernels)
        for (const int threads : {512, 1024})
            for (const int share : {1, 2}) {  // a part of the threads that the GPU holds
                const int blocks = on.device().blocks_at_once(threads) / share;
                best = std::min(best, on.seconds([&] {
                    on.device().launch(each, blocks, threads, static_cast<const uint4*>(from),
                                       static_cast<int>(bytes / sizeof(uint4)), static_cast<uint4*>(to));
                }));
            }
    return best;
}

}  // namespace

perf::finding roof::found() const {
    perf::finding all{seconds};
    all.lesson = lesson;
    all.add("n", bytes / sizeof(int));
    all.add_rate(bytes);
    return all;
}

std::vector<roof> measure_roofs(bench& on) {
    perf::lab& lab = perf::lab::instance();
    const char* const items = lab.items(perf::fill<int>);
    const std::size_t read_bytes = std::min(std::size_t{4} << 30, lab.pool_bytes() / 16 * 16);
    const std::size_t copy_bytes = std::size_t{1} << 30;
    const perf::device_memory to(copy_bytes);
    return {{"read", "every item must be read once: the roof", static_cast<double>(read_bytes),
             fastest(on, {read_words<4>, read_words<8>}, items, read_bytes, to.data())},
            {"copy", "bytes read and bytes written, counted together", 2. * copy_bytes,
             fastest(on, {copy_words<4>, copy_words<8>}, items, copy_bytes, to.data())},
            {"cudaMemcpy", "the same by the runtime", 2. * copy_bytes, on.seconds([&] {
                 perf::check(cudaMemcpyAsync(to.data(), items, copy_bytes, cudaMemcpyDefault, lab.stream()),
                             "copying");
             })}};
}

std::string card_properties() {
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    char text[1000];
    std::snprintf(
        text, sizeof(text),
        "%s: compute capability %d.%d, %d multiprocessors at up to %d MHz, each with %d threads, %d KiB of "
        "shared memory and %d registers; %d MiB of L2; %.1f GiB of memory, %d bits wide",
        card.name, card.major, card.minor, card.multiProcessorCount,
        perf::device_attribute(cudaDevAttrClockRate) / 1000, card.maxThreadsPerMultiProcessor,
        static_cast<int>(card.sharedMemPerMultiprocessor >> 10), card.regsPerMultiprocessor,
        card.l2CacheSize >> 20, static_cast<double>(card.totalGlobalMem) / (1 << 30), card.memoryBusWidth);
    return text;
}

}  // namespace ladder
