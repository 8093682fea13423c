// SPDX-License-Identifier: Apache-2.0
// A rank of NCCL that measures together with the others: one thread for each GPU.
#pragma once

#include <nccl.h>

#include <algorithm>
#include <barrier>
#include <members.cuh>
#include <timing.cuh>

namespace perf {

inline void check(ncclResult_t code, const char* doing) {
    if (code != ncclSuccess) throw std::runtime_error(std::string(doing) + ": " + ncclGetErrorString(code));
}

/// The state that all ranks share.
struct world {
    world(int ranks, index_t n)
        : size(ranks),
          floats(n),
          all(ranks),
          seconds(static_cast<std::size_t>(ranks)),
          sums(static_cast<std::size_t>(ranks)),
          right(static_cast<std::size_t>(ranks)),
          lent(static_cast<std::size_t>(ranks)) {}
    int size;
    index_t floats;  ///< in the largest inputs
    std::barrier<> all;
    std::vector<double> seconds;
    std::vector<float> sums;
    std::vector<char> right;
    /// What a rank lends to rank 0, which uses all GPUs as devices of the process.
    struct of_rank {
        cudaStream_t stream;
        const device_memory* x;
        const device_memory* out;
    };
    std::vector<of_rank> lent;
};

class rank {
  public:
    static constexpr int runs = 9;

    rank(world& with, int number, ncclComm_t comm) : with_(with), number_(number), comm_(comm) {}

    world& with() const { return with_; }
    int number() const { return number_; }
    bool leads() const { return number_ == 0; }
    cudaStream_t stream() const { return stream_; }
    void meet() const { with_.all.arrive_and_wait(); }

    /// All ranks call f with a communicator of the first `ranks` ranks; the others get a null communicator.
    template <class F>
    void among(int ranks, const F& f) const {
        ncclComm_t some = nullptr;
        check(ncclCommSplit(comm_, number_ < ranks ? 0 : NCCL_SPLIT_NOCOLOR, number_, &some, nullptr),
              "splitting");
        f(some);
        if (some != nullptr) check(ncclCommDestroy(some), "leaving a communicator");
        meet();
    }

    /// Whether the checks of all ranks succeeded.
    bool all_right(bool mine) const {
        with_.right[static_cast<std::size_t>(number_)] = mine;
        meet();
        const bool all = std::count(with_.right.begin(), with_.right.end(), 0) == 0;
        meet();
        return all;
    }
    /// Rank 0 reports a row of `ranks` ranks.
    void tell(const std::string& name, int ranks, finding found, bool is_right) const {
        if (!leads()) return;
        found.add("gpus", ranks);
        report::instance().tell("nccl/" + name + ", GPUs: " + std::to_string(ranks), found, is_right);
    }

    /// The median seconds of each side, in turns; each sample is the time of the slowest rank.
    std::vector<double> by_turns(int ranks, const std::vector<work>& sides, int turns = runs) const {
        return medians_by_turns(sides.size(), turns, 3, [&](std::size_t side) {
            meet();
            with_.seconds[static_cast<std::size_t>(number_)] = number_ >= ranks ? 0 : seconds_of([&] {
                sides[side]();
                check(cudaStreamSynchronize(stream_), "waiting");
            });
            meet();
            return *std::max_element(with_.seconds.begin(), with_.seconds.end());
        });
    }

    double time_of(int ranks, const work& side) const {
        return by_turns(ranks, std::vector<work>{side}).front();
    }

    static constexpr int many = 100;

    /// Runs each side `count` times in the stream: launched, or replayed from a graph.
    std::vector<work> repeated(int ranks, const std::vector<work>& sides, bool captured,
                               int count = many) const {
        std::vector<work> all;
        for (const work& side : sides) {
            const auto calls = [side, count] {
                for (int i = 0; i < count; ++i) side();
            };
            if (!captured || number_ >= ranks) {
                all.push_back(calls);
                continue;
            }
            side();  // NCCL initializes in the first call
            check(cudaStreamSynchronize(stream_), "waiting");
            const auto replay = std::make_shared<graph>(stream_, calls, cudaStreamCaptureModeThreadLocal);
            all.push_back([this, replay] { replay->launch(stream_); });
        }
        return all;
    }

    /// The seconds of one call of each repeated side.
    std::vector<double> each_of(int ranks, const std::vector<work>& repeated) const {
        auto times = by_turns(ranks, repeated);
        for (double& each : times) each /= many;
        return times;
    }

  private:
    world& with_;
    int number_;
    ncclComm_t comm_;
    perf::stream stream_;
};

}  // namespace perf
