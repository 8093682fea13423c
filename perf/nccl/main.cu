// SPDX-License-Identifier: Apache-2.0
//
// Ranks of NCCL, a thread for each GPU of this machine: what joining one value costs beside NCCL's own collectives, and floats that lie
// with 1, 2, ... GPUs beside each of them alone. `./dev bench nccl` prints the tables.
#include <impulse/device.cuh>
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <lab.cuh>
#include <memory>
#include <monoids.hpp>
#include <string>
#include <table.hpp>
#include <thread>
#include <vector>

namespace {

using impulse::index_t;
constexpr index_t floats = index_t{1} << 32;  // 16 GiB

void check(ncclResult_t code, const char* doing) {
    if (code != ncclSuccess) throw std::runtime_error(std::string(doing) + ": " + ncclGetErrorString(code));
}

/// So many 64-bit words, added each to each.
template <int Words>
struct words {
    std::uint64_t word[Words];
};
struct add_words {
    template <int Words>
    IMPULSE_SHARED words<Words> operator()(const words<Words>& a, const words<Words>& b) const {
        words<Words> sum;
        for (int i = 0; i < Words; ++i) sum.word[i] = a.word[i] + b.word[i];
        return sum;
    }
};

__global__ void make_floats(float* to, index_t n, index_t first) {
    const index_t step = index_t{gridDim.x} * blockDim.x;
    for (index_t i = index_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] =
            static_cast<float>(support::scatter(static_cast<std::uint64_t>(first + i)) % 2001) * 1e-3f - 1;
}

/// What all ranks share.
struct shared {
    explicit shared(int ranks) : size(ranks), all(ranks), seconds(static_cast<std::size_t>(ranks)) {}
    int size;
    std::barrier<> all;
    std::vector<double> seconds;
};

/// One GPU, and what it measures with the others.
class rank_bench {
  public:
    rank_bench(shared& with, int rank, ncclComm_t comm) : with_(with), rank_(rank), comm_(comm) {
        perf::check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    }
    ~rank_bench() { (void)cudaStreamDestroy(stream_); }

    void run() {
        if (rank_ == 0)
            std::printf(
                "| ranks | an accumulator of | joined, us | each alone, then ncclAllGather of as many bytes, "
                "us | "
                "beyond, us | "
                "ncclAllGather, us | ncclAllReduce of one, us | with a value for the host, us |\n"
                "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (int ranks = 1; ranks <= with_.size; ++ranks)
            among(ranks, [&](ncclComm_t some) {
                join<1>(ranks, some);
                join<8>(ranks, some);
                join<32>(ranks, some);
            });
        floats_ = std::make_unique<perf::device_memory>(static_cast<std::size_t>(floats) * sizeof(float));
        if (rank_ == 0)
            std::printf(
                "\n| GPUs | 16 GiB each, GB/s | of the sum of each alone | 16 GiB in all, GB/s | of so many "
                "times one |"
                " bits |\n| --- | --- | --- | --- | --- | --- |\n");
        for (int ranks = 1; ranks <= with_.size; ++ranks)
            among(ranks, [&](ncclComm_t some) { scale(ranks, some); });
    }

  private:
    /// f(communicator of the first so many ranks), by all; it is null for the others.
    template <class F>
    void among(int ranks, const F& f) {
        ncclComm_t some = nullptr;
        check(ncclCommSplit(comm_, rank_ < ranks ? 0 : NCCL_SPLIT_NOCOLOR, rank_, &some, nullptr),
              "splitting");
        f(some);
        if (some != nullptr) check(ncclCommDestroy(some), "leaving a communicator");
        with_.all.arrive_and_wait();
    }

    template <class F>
    double slowest(int ranks, const F& f) {
        std::vector<double> times;
        for (int i = 0; i < 12; ++i) {
            with_.all.arrive_and_wait();
            double took = 0;
            if (rank_ < ranks) {
                const auto start = std::chrono::steady_clock::now();
                f();
                perf::check(cudaStreamSynchronize(stream_), "waiting");
                took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            }
            with_.seconds[static_cast<std::size_t>(rank_)] = took;
            with_.all.arrive_and_wait();
            if (i >= 3) times.push_back(*std::max_element(with_.seconds.begin(), with_.seconds.end()));
        }
        return perf::median(times);
    }

    /// Microseconds of one of many, one after the other in a captured graph.
    template <class F>
    double in_graph(int ranks, const F& f) {
        constexpr int many = 50;
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t replay = nullptr;
        if (rank_ < ranks) {
            f();  // NCCL's own first time
            perf::check(cudaStreamSynchronize(stream_), "waiting");
            perf::check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "capturing");
            for (int i = 0; i < many; ++i) f();
            perf::check(cudaStreamEndCapture(stream_, &graph), "capturing");
            perf::check(cudaGraphInstantiate(&replay, graph, 0), "making a graph");
        }
        const double time =
            slowest(ranks, [&] { perf::check(cudaGraphLaunch(replay, stream_), "replaying"); });
        with_.all.arrive_and_wait();
        if (rank_ < ranks) {
            perf::check(cudaGraphExecDestroy(replay), "freeing a graph");
            perf::check(cudaGraphDestroy(graph), "freeing a graph");
        }
        return time / many * 1e6;
    }

    template <int Words>
    void join(int members, ncclComm_t some) {
        using value = words<Words>;
        const perf::device_memory item(sizeof(value)), out(sizeof(value));
        perf::check(cudaMemset(item.data(), 1, sizeof(value)), "filling memory");
        perf::check(cudaDeviceSynchronize(), "filling memory");
        const auto* const x = item.data<value>();
        const auto ranks = impulse::ranks(some, stream_);
        const auto said = impulse::automatic.on(ranks.at(rank_));
        const auto bytes = rank_ < members ? impulse::workspace_bytes(said, x, x + 1, out.data<value>(),
                                                                      value{}, add_words{})
                                           : std::size_t{128};
        impulse::workspace space(bytes, {stream_});
        const std::size_t part = sizeof(impulse::forest<value>);
        const perf::device_memory parts(part * static_cast<std::size_t>(with_.size));
        const double joined = in_graph(members, [&] {
            impulse::reduce_into(said.with(space), x, x + 1, out.data<value>(), value{}, add_words{});
        });
        const auto gather = [&] {
            check(ncclAllGather(parts.data() + part * static_cast<std::size_t>(rank_), parts.data(), part,
                                ncclChar, some, stream_),
                  "gathering");
        };
        const double gathered = in_graph(members, gather);
        const double apart = in_graph(members, [&] {
            impulse::reduce_into(impulse::automatic.on(stream_), x, x + 1, out.data<value>(), value{},
                                 add_words{});
            gather();
        });
        const double reduced = in_graph(members, [&] {
            check(ncclAllReduce(x, out.data(), Words, ncclUint64, ncclSum, some, stream_), "reducing");
        });
        const double waited = slowest(members, [&] {
            (void)impulse::reduce(impulse::automatic.on(ranks), x, x + 1, value{}, add_words{});
        });
        if (rank_ == 0)
            std::printf("| %d | %zu bytes | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", members,
                        sizeof(value), joined, apart, joined - apart, gathered, reduced, waited * 1e6);
    }

    /// The floats of the first so many GPUs.
    void scale(int ranks, ncclComm_t some) {
        const perf::device_memory out(sizeof(float));
        float* const x = floats_->data<float>();
        const auto sum = [&](const auto& place, index_t n) {
            impulse::reduce_into(impulse::automatic.on(place), x, x + n, out.data<float>(), 0.f);
        };
        const double alone = slowest(ranks, [&] { sum(stream_, floats); });
        const auto together = [&](index_t n) {
            return slowest(ranks, [&] { sum(impulse::ranks(some, stream_).at(rank_ * n), n); });
        };
        const double weak = together(floats);
        const index_t share = floats / ranks;
        if (rank_ < ranks) {
            make_floats<<<2048, 256, 0, stream_>>>(x, share, rank_ * share);
            perf::check(cudaStreamSynchronize(stream_), "filling memory");
        }
        const double strong = together(share);
        float value = 0;
        perf::check(cudaMemcpy(&value, out.data(), sizeof value, cudaMemcpyDeviceToHost), "copying");
        const bool is_whole = share * ranks == floats;  // else it is another sum
        if (ranks == 1) alone_ = strong, value_ = value;
        const double bytes = static_cast<double>(floats) * sizeof(float);
        if (rank_ == 0)
            std::printf("| %d | %.0f | %.3f | %.0f | %.3f | %s |\n", ranks, ranks * bytes / weak * 1e-9,
                        alone / weak, static_cast<double>(share) * ranks * sizeof(float) / strong * 1e-9,
                        alone_ / (strong * ranks),
                        !is_whole                                         ? "of fewer items"
                        : std::memcmp(&value, &value_, sizeof value) == 0 ? "the same"
                                                                          : "**other**");
    }

    shared& with_;
    int rank_;
    ncclComm_t comm_;
    cudaStream_t stream_ = nullptr;
    std::unique_ptr<perf::device_memory> floats_;
    double alone_ = 0;
    float value_ = 0;
};

void run(shared& with, int rank, const ncclUniqueId& id) try {
    perf::check(cudaSetDevice(rank), "choosing a GPU");
    ncclComm_t comm = nullptr;
    check(ncclCommInitRank(&comm, with.size, id, rank), "joining the ranks");
    rank_bench(with, rank, comm).run();
    check(ncclCommDestroy(comm), "leaving the ranks");
} catch (const std::exception& error) {
    std::fprintf(stderr, "perf_nccl: rank %d: %s\n", rank, error.what());
    std::exit(1);  // the others wait
}

}  // namespace

int main() {
    shared with(impulse::device_count());
    cudaDeviceProp card{};
    int version = 0;
    if (with.size == 0 || cudaGetDeviceProperties(&card, 0) != cudaSuccess ||
        ncclGetVersion(&version) != ncclSuccess) {
        std::fprintf(stderr, "perf_nccl: no GPU here\n");
        return 1;
    }
    std::printf("%d x %s, NCCL %d.%d.%d; medians of 9, of the slowest rank\n\n", with.size, card.name,
                version / 10000, version / 100 % 100, version % 100);
    ncclUniqueId id;
    if (ncclGetUniqueId(&id) != ncclSuccess) return 1;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < with.size; ++rank) threads.emplace_back([&, rank] { run(with, rank, id); });
}
