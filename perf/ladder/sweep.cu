// SPDX-License-Identifier: Apache-2.0
//
// One reduction in every shape: the threads in a block, the blocks on a multiprocessor, the loads in flight
// for each thread, and their width. The books have guidelines for these shapes.
#include "sweep.cuh"

#include <kernel_facts.cuh>

#include "in_flight.cuh"

namespace ladder {

namespace {

struct loads {
    int bytes;
    int ahead;
    void (*kernel)(const int*, int, int*);

    std::string name() const { return std::to_string(bytes) + "_bytes_x" + std::to_string(ahead); }
};

template <class Word>
void add_loads(std::vector<loads>& all) {
    constexpr int bytes = sizeof(Word);
    for (const loads& each :
         {loads{bytes, 1, sum_in_flight<Word, 1>}, loads{bytes, 2, sum_in_flight<Word, 2>},
          loads{bytes, 4, sum_in_flight<Word, 4>}, loads{bytes, 8, sum_in_flight<Word, 8>},
          loads{bytes, 16, sum_in_flight<Word, 16>}})
        all.push_back(each);
}

std::vector<loads> every_load() {
    std::vector<loads> all;
    add_loads<int>(all);
    add_loads<int4>(all);
    return all;
}

/// One measurement.
struct shape {
    int threads;
    int blocks;  ///< on a multiprocessor
    loads load;
    double occupancy = 0;  ///< of the warps that a multiprocessor can hold
    double rate = 0;       ///< bytes a second; 0 if a block does not get enough registers

    void measure(bench& on) {
        cudaFuncAttributes limits{};
        perf::check(cudaFuncGetAttributes(&limits, load.kernel), "asking for a kernel's limits");
        if (threads > limits.maxThreadsPerBlock) return;
        const int resident = perf::blocks_of_multiprocessor(load.kernel, threads);
        occupancy = std::min(blocks, resident) * divide_up(threads, 32) * 32. /
                    perf::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
        const rung as_rung{"", "", [&](gpu& with, const work<int>& w) {
                               with.zero(w.out);
                               with.launch(load.kernel, blocks * perf::multiprocessors(), threads, w.items,
                                           w.n, w.out);
                           }};
        on.check(as_rung);
        rate = as_rung.bytes() / on.seconds(as_rung);
    }
};

perf::finding measure(bench& on, int threads, int blocks) {
    perf::finding found;
    double best = 0;
    for (const loads& each : every_load()) {
        shape one{threads, blocks, each};
        one.measure(on);
        if (one.rate == 0) continue;
        found.add(each.name(), one.rate);
        found.add(each.name() + "_occupancy", one.occupancy);
        best = std::max(best, one.rate);
    }
    found.seconds = full * sizeof(int) / best;
    return found;
}

}  // namespace

void sweep(bench& on) {
    for (const int threads : {32, 64, 96, 100, 128, 256, 512, 1024})
        for (const int blocks : {1, 2, 4, 8, 16, 32})
            perf::report::instance().add(
                "sweep/" + std::to_string(threads) + "_threads/" + std::to_string(blocks) + "_blocks",
                [&on, threads, blocks] { return measure(on, threads, blocks); });
}

}  // namespace ladder
