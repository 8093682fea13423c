// SPDX-License-Identifier: Apache-2.0
//
// Ranks of NCCL, one thread for each GPU of this machine: the cost of joining one value, compared with NCCL's
// own collectives; arrays of all ranks joined item by item; floats on 1, 2, ... GPUs, compared with each GPU
// alone; and the bits for any cut of the input. `./dev bench nccl [MIB]`: MIB is the size of the largest
// inputs.
#include <cstdio>
#include <cstdlib>
#include <machine.cuh>
#include <thread>

#include "arrays.cuh"
#include "joins.cuh"
#include "scaling.cuh"

namespace {

void run_rank(perf::world& with, int number, const ncclUniqueId& id) try {
    perf::check(cudaSetDevice(number), "choosing a GPU");
    ncclComm_t comm = nullptr;
    perf::check(ncclCommInitRank(&comm, with.size, id, number), "joining the ranks");
    {
        const perf::rank own(with, number, comm);
        perf::joins(own).run();
        perf::arrays(own).run();
        perf::scaling(own).run();
    }
    perf::check(ncclCommDestroy(comm), "leaving the ranks");
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_nccl: rank %d: %s\n", number, error.what());
    std::exit(1);  // the other ranks wait for this one
}

void run(int arguments, char** values) {
    perf::world with(impulse::device_count(), perf::floats_from(arguments, values));
    perf::describe_machine(with.size);
    int version = 0;
    perf::check(ncclGetVersion(&version), "asking for NCCL's version");
    perf::report::context("nccl", perf::version(version / 10000, version / 100 % 100, version % 100));
    perf::report::context("seed", std::to_string(support::seed()));
    const char* const multicast = std::getenv("NCCL_NVLS_ENABLE");
    static_assert(perf::rank::many == 100 && perf::rank::runs == 9);  // the note names these numbers
    perf::report::context(
        "note",
        std::string(multicast != nullptr && multicast[0] == '0' ? "Multicast off; t" : "T") +
            "he host's clock, of the slowest rank; medians of 9 by turns; joins one of 100 calls, arrays one "
            "of 1 to 50, captured in a graph or launched one after another, but for one with a value for the "
            "host. join: together less at once, of an item each behind 0.5 ms of other work, medians of 51");
    ncclUniqueId id;
    perf::check(ncclGetUniqueId(&id), "naming the ranks");
    std::vector<std::jthread> threads;
    for (int number = 0; number < with.size; ++number)
        threads.emplace_back([&, number] { run_rank(with, number, id); });
}

}  // namespace

int main(int argc, char** argv) { return perf::main_of("perf_nccl", 1, argc, argv, run); }
