// SPDX-License-Identifier: Apache-2.0
//
// Ranks of NCCL, a thread for each GPU of this machine: what joining one value costs beside NCCL's own
// collectives, floats that lie with 1, 2, ... GPUs beside each of them alone, and the bits wherever the whole
// is cut. `./dev bench nccl [MIB]` prints the tables; MIB is the size of the largest inputs.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "joins.cuh"
#include "scaling.cuh"

namespace {

void run(perf::world& with, int number, const ncclUniqueId& id) try {
    perf::check(cudaSetDevice(number), "choosing a GPU");
    ncclComm_t comm = nullptr;
    perf::check(ncclCommInitRank(&comm, with.size, id, number), "joining the ranks");
    {
        const perf::rank own(with, number, comm);
        perf::joins(own).run();
        perf::scaling(own).run();
    }
    perf::check(ncclCommDestroy(comm), "leaving the ranks");
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_nccl: rank %d: %s\n", number, error.what());
    std::exit(1);  // the others wait
}

}  // namespace

int main(int argc, char** argv) try {
    perf::world with(impulse::device_count(), perf::floats_from(argc, argv));
    cudaDeviceProp card{};
    int version = 0;
    if (with.size == 0 || cudaGetDeviceProperties(&card, 0) != cudaSuccess ||
        ncclGetVersion(&version) != ncclSuccess) {
        std::fprintf(stderr, "perf_nccl: no GPU here\n");
        return 1;
    }
    const char* const multicast = std::getenv("NCCL_NVLS_ENABLE");
    std::printf("%d x %s, NCCL %d.%d.%d%s; the host's clock, of the slowest rank; random seed %llu\n\n",
                with.size, card.name, version / 10000, version / 100 % 100, version % 100,
                multicast != nullptr && multicast[0] == '0' ? ", multicast off" : "", support::seed());
    ncclUniqueId id;
    perf::check(ncclGetUniqueId(&id), "naming the ranks");
    {
        std::vector<std::jthread> threads;
        for (int number = 0; number < with.size; ++number)
            threads.emplace_back([&, number] { run(with, number, id); });
    }
    std::printf("\nbits: %s\n", with.is_wrong ? "**not the same**" : "the same");
    return with.is_wrong ? 1 : 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_nccl: %s\n", error.what());
    return 1;
}
