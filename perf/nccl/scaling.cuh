// SPDX-License-Identifier: Apache-2.0
// Floats on 1, 2, ... GPUs, compared with each GPU alone, with a fixed number on each GPU and with a fixed
// total; and the bits for any cut of the input.
#pragma once

#include <impulse/device.cuh>
#include <impulse/nccl.hpp>
#include <impulse/reduce.hpp>
#include <optional>
#include <scaling_figures.cuh>
#include <tuple>

#include "rank.cuh"

namespace perf {

class scaling {
  public:
    explicit scaling(const rank& own)
        : own_(own),
          n_(own.with().floats),
          memory_(static_cast<std::size_t>(n_) * sizeof(float)),
          out_(sizeof(float)) {}

    void run() {
        for_all([&](int ranks, ncclComm_t some) { weak(ranks, some); });
        one_alone();
        for_all([&](int ranks, ncclComm_t some) {
            for (const named_cuts& each : measured_cuts(n_, ranks)) strong(ranks, some, each);
        });
        for_all([&](int ranks, ncclComm_t some) { cut_at_random(ranks, some); });
    }

  private:
    template <class F>
    void for_all(const F& f) {
        for (int ranks = 1; ranks <= own_.with().size; ++ranks)
            own_.among(ranks, [&](ncclComm_t some) { f(ranks, some); });
    }

    float* items() const { return memory_.data<float>(); }
    template <class Place>
    void sum(const Place& place, index_t n) const {
        impulse::reduce_into(impulse::automatic.on(place), items(), items() + n, out_.data<float>(), 0.f);
    }
    /// Calls `side` once more, and returns the sum that it writes, because all sides of by_turns write to the
    /// same place and the last call may have been another side's. The place is cleared first, so that a side
    /// that writes nothing is detected.
    float sum_by(const work& side) const {
        float value = 0;
        check(cudaMemsetAsync(out_.data(), 0, sizeof value, own_.stream()), "clearing memory");
        side();
        check(cudaStreamSynchronize(own_.stream()), "waiting");
        check(cudaMemcpy(&value, out_.data(), sizeof value, cudaMemcpyDefault), "copying");
        return value;
    }

    /// The call over ranks in a graph. All ranks make it.
    struct in_graph {
        in_graph(const scaling& of, int ranks, ncclComm_t some, index_t begin, index_t n) {
            if (of.own_.number() < ranks) {
                const auto policy = impulse::automatic.on(impulse::ranks(some, of.own_.stream()).at(begin));
                space.emplace(
                    impulse::workspace_bytes(policy, of.items(), of.items() + n, of.out_.data<float>(), 0.f));
                call = [&of, policy = policy.with(*space), n] {
                    impulse::reduce_into(policy, of.items(), of.items() + n, of.out_.data<float>(), 0.f);
                };
            }
            call = of.own_.repeated(ranks, {call}, true, 1)[0];
        }
        in_graph(const in_graph&) = delete;
        in_graph& operator=(const in_graph&) = delete;
        std::optional<impulse::workspace> space;
        work call = [] {};
    };

    /// The time of a join in the model.
    double join_time(int ranks, ncclComm_t some) const {
        const auto behind_other_work = [&](const work& call) {
            return [&, call] {
                enqueue_other_work(own_.stream());
                call();
            };
        };
        const auto times =
            own_.by_turns(ranks, {behind_other_work([&] { sum(own_.stream(), 1); }), behind_other_work([&] {
                                      sum(impulse::ranks(some, own_.stream()).at(own_.number()), 1);
                                  })},
                          join_turns);
        return times[1] - times[0];
    }

    /// A fixed number on each GPU: their sums are nodes of the whole tree.
    void weak(int ranks, ncclComm_t some) {
        const bool takes_part = own_.number() < ranks;
        const index_t begin = own_.number() * n_;
        make_items(items(), begin, n_, float_items{}, own_.stream());
        const work alone = [&] { sum(own_.stream(), n_); };
        const work together = [&] { sum(impulse::ranks(some, own_.stream()).at(begin), n_); };
        std::vector<work> sides;  // each rank alone, all ranks at once, and all ranks together
        for (int each = 0; each < ranks; ++each)
            sides.push_back([&, each] {
                if (own_.number() == each) alone();
            });
        sides.push_back(alone);
        sides.push_back(together);
        const in_graph captured(*this, ranks, some, begin, n_);
        sides.push_back(captured.call);
        const auto times = own_.by_turns(ranks, sides);
        const auto each_alone = std::span(times).first(times.size() - 3);
        finding found = weak_figures(
            n_, each_alone, {times[each_alone.size()], times[times.size() - 2], join_time(ranks, some)});
        found.add("captured_us", times.back() * 1e6);
        found.add("captured_of_each_alone",
                  static_cast<double>(n_) * ranks / times.back() / sum_of_rates(n_, each_alone),
                  floor_of(n_, 0.98));
        const auto busy = own_.by_turns(ranks, {alone, together});
        add_without_idle_turns(found, busy[0], busy[1]);
        const float whole = takes_part ? sum_by(together) : 0;
        const float of_graph = takes_part ? sum_by(captured.call) : 0;
        if (takes_part) own_.with().sums[static_cast<std::size_t>(own_.number())] = sum_by(alone);
        own_.meet();
        const auto& sums = own_.with().sums;
        const float right = impulse::tree_fold(std::vector<float>(sums.begin(), sums.begin() + ranks), 0.f);
        const bool is_right =
            own_.all_right(!takes_part || (same_bits(whole, right) && same_bits(of_graph, right)));
        own_.tell("as many with each/" + size_text(n_) + " each", ranks, found, is_right);
    }

    /// The baseline for any number of ranks: rank 0 with all items, while no other rank works.
    void one_alone() {
        if (own_.leads()) make_items(items(), 0, n_, float_items{}, own_.stream());
        const work alone = [&] { sum(own_.stream(), n_); };
        one_ = own_.time_of(1, alone);
        if (own_.leads()) own_.with().sums[0] = sum_by(alone);
        own_.meet();
        whole_ = own_.with().sums[0];
        own_.meet();
    }

    /// The total number of items is fixed.
    void strong(int ranks, ncclComm_t some, const named_cuts& cut) {
        const bool takes_part = own_.number() < ranks;
        index_t begin = 0, n = 0;
        if (takes_part) {
            const auto mine = static_cast<std::size_t>(own_.number());
            begin = cut.at[mine], n = cut.at[mine + 1] - begin;
            make_items(items(), begin, n, float_items{}, own_.stream());
        }
        const work share = [&] { sum(own_.stream(), n); };
        const work together = [&] { sum(impulse::ranks(some, own_.stream()).at(begin), n); };
        const in_graph captured(*this, ranks, some, begin, n);
        const auto times = own_.by_turns(ranks, {share, together, captured.call});
        finding found = strong_figures(n_, ranks, one_, {times[0], times[1], join_time(ranks, some)});
        found.add("captured_us", times[2] * 1e6);
        found.add("captured_of_so_many_times_one", one_ / (times[2] * ranks), floor_of(n_, 0.92));
        bool is_right = true;
        if (takes_part)
            is_right = same_bits(sum_by(together), whole_) && same_bits(sum_by(captured.call), whole_);
        is_right = own_.all_right(is_right);
        own_.tell("as many in all/" + size_text(n_) + ", " + cut.name, ranks, found, is_right);
    }

    void cut_at_random(int ranks, ncclComm_t some) {
        constexpr int times = 5;
        bool is_right = true;
        for (int i = 0; i < times; ++i) {
            const auto check_whole = [&](float value) { return same_bits(value, whole_); };
            is_right &= check_cut(ranks, some, n_, float_items{}, 0.f, impulse::plus{}, check_whole);
        }
        own_.tell("cut at random/" + size_text(n_) + " of floats", ranks,
                  same_bits_figures(n_, times, "one GPU"), own_.all_right(is_right));
        for_each_kind([&](const char* name, const auto& make, const auto& init, const auto& op) {
            const auto right = expected(make, init, op);
            bool is_same = right.second;
            for (int i = 0; i < times; ++i)
                is_same &= check_cut(ranks, some, some_items(), make, init, op,
                                     [&](const auto& value) { return same_bits(value, right.first); });
            own_.tell(std::string("cut at random/") + name, ranks,
                      same_bits_figures(some_items(), times, "one GPU and of the host"),
                      own_.all_right(is_same));
        });
    }
    // Items have 16 bytes at most.
    index_t some_items() const { return (std::min)(n_ / 4, index_t{1} << 24); }

    /// Compares with the host, and with one GPU.
    template <class Make, class T, class Op>
    std::pair<T, bool> expected(const Make& make, const T& init, const Op& op) {
        auto& known = std::get<std::optional<std::pair<T, bool>>>(expected_);
        if (!known) {
            const T right = on_host(some_items(), make, init, op);
            T* const x = memory_.data<T>();
            make_items(x, 0, some_items(), make, own_.stream());
            const T value =
                impulse::reduce(impulse::automatic.on(own_.stream()), x, x + some_items(), init, op);
            known = {right, same_bits(value, right)};
        }
        return *known;
    }

    /// All ranks draw the same cuts, including ranks that take no part.
    template <class Make, class T, class Op, class Check>
    bool check_cut(int ranks, ncclComm_t some, index_t n, const Make& make, const T& init, const Op& op,
                   const Check& is_right) {
        const cuts at = support::random_cuts(random_, n, ranks);
        if (own_.number() >= ranks) return true;
        const auto mine = static_cast<std::size_t>(own_.number());
        const index_t begin = at[mine], count = at[mine + 1] - begin;
        T* const x = memory_.data<T>();
        make_items(x, begin, count, make, own_.stream());
        const auto place = impulse::ranks(some, own_.stream());
        const T asked = impulse::reduce(impulse::automatic.on(place), x, x + count, init, op);
        const T said = impulse::reduce(impulse::automatic.on(place.at(begin)), x, x + count, init, op);
        return is_right(asked) && is_right(said);
    }

    const rank& own_;
    index_t n_;
    device_memory memory_, out_;
    float whole_ = 0;  ///< the sum of all floats on one GPU
    double one_ = 0;   ///< the time of that sum, in seconds
    std::tuple<std::optional<std::pair<float, bool>>, std::optional<std::pair<std::uint64_t, bool>>,
               std::optional<std::pair<support::float_matrix, bool>>>
        expected_;
    std::mt19937_64 random_ = support::random_source(91);
};

}  // namespace perf
