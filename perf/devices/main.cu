// SPDX-License-Identifier: Apache-2.0
//
// 1, 2, ... GPUs of one process, compared with each GPU alone. The rows are: floats in their memory, with a
// fixed number on each GPU and with a fixed total; host floats that are split; the cost of a call that joins
// one value from each GPU; and the bits for any cut of the input. A single GPU is used as two that take
// turns. `./dev bench devices [MIB]`: MIB is the size of the largest inputs.
#include <impulse/device.cuh>
#include <impulse/devices.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

#include <host_memory.cuh>
#include <machine.cuh>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <members.cuh>
#include <scaling_figures.cuh>

#include "member.cuh"

namespace {

using impulse::index_t;
constexpr int runs = 9, join_runs = 200, dealt_runs = 3;

using perf::finding, perf::work;

/// Host time. The first iteration allocates what later ones reuse.
std::vector<double> by_turns(const std::vector<work>& sides, int turns) {
    return perf::medians_by_turns(sides.size(), turns, 1,
                                  [&](std::size_t s) { return perf::seconds_of(sides[s]); });
}
double time_of(const work& side, int turns) { return by_turns({side}, turns).front(); }

void tell(const std::string& name, int gpus, finding found, bool is_right) {
    found.add("gpus", gpus);
    perf::report::instance().tell("devices/" + name + ", GPUs: " + std::to_string(gpus), found, is_right);
}

class bench {
  public:
    bench(int gpus, index_t floats) : gpus_(gpus), floats_(floats) {
        for (int m = 0; m < (std::max)(gpus, 2); ++m)
            all_.push_back(std::make_unique<perf::member>(m % gpus, floats));
    }

    void run() {
        for (const index_t share : {64, 16, 4, 1}) for_all([&](int count) { weak(count, floats_ / share); });
        one_alone();
        for_all([&](int count) {
            for (const perf::named_cuts& cut : perf::measured_cuts(floats_, count)) strong(count, cut);
        });
        for_all([&](int count) {
            join<1>(count);
            join<8>(count);
            join<32>(count);
        });
        partitioned();
        for_all([&](int count) { cut_at_random(count); });
    }

  private:
    template <class F>
    void for_all(const F& f) const {
        for (int count = 1; count <= static_cast<int>(all_.size()); ++count) f(count);
    }
    int used(int members) const { return (std::min)(members, gpus_); }

    auto place(int count) const {
        std::vector<cudaStream_t> streams;
        for (int m = 0; m < count; ++m) streams.push_back(all_[static_cast<std::size_t>(m)]->stream());
        return impulse::devices(streams);
    }
    template <class T>
    impulse::distributed<T> resident(const perf::cuts& at) const {
        std::vector<typename impulse::distributed<T>::part> parts;
        for (std::size_t m = 0; m + 1 < at.size(); ++m)
            parts.emplace_back(all_[m]->stream(), all_[m]->template items<T>(), at[m + 1] - at[m]);
        return impulse::distributed<T>(parts);
    }
    template <class Make>
    void make(const perf::cuts& at, const Make& items) const {
        for (std::size_t m = 0; m + 1 < at.size(); ++m) all_[m]->make(at[m], at[m + 1] - at[m], items);
    }
    float sum_of(const perf::member& one, index_t n) const {
        return impulse::reduce(impulse::automatic.on(one.stream()), one.items(), one.items() + n, 0.f);
    }

    /// Each member reduces its own part, as one tree; the calling thread starts all of them.
    void at_once(const perf::cuts& at) const {
        for (std::size_t m = 0; m + 1 < at.size(); ++m) all_[m]->start_sum(at[m + 1] - at[m]);
        for (std::size_t m = 0; m + 1 < at.size(); ++m) all_[m]->wait();
    }
    /// The time of a join in the model.
    double join_time(int count) const {
        const perf::cuts at = perf::even_cuts(count, count);
        const auto policy = impulse::automatic.on(place(count));
        const auto items = resident<float>(at);
        const auto behind_other_work = [&](const auto& call) {
            return [&] {
                for (int m = 0; m < count; ++m) all_[static_cast<std::size_t>(m)]->start_other_work();
                call();
            };
        };
        const auto apart = [&] { at_once(at); };
        const auto joined = [&] { (void)impulse::reduce(policy, items, 0.f); };
        const auto times = by_turns({behind_other_work(apart), behind_other_work(joined)}, perf::join_turns);
        return times[1] - times[0];
    }

    /// n floats on each GPU: their sums are nodes of the whole tree.
    void weak(int count, index_t n) {
        perf::cuts even, earlier{0};
        for (int m = 0; m <= count; ++m) even.push_back(m * n);
        make(even, perf::float_items{});
        const index_t less = (std::min)(n / 2, index_t{12'345});
        for (int m = 1; m <= count; ++m) earlier.push_back(m * n - less);
        const auto policy = impulse::automatic.on(place(count));
        const auto whole = resident<float>(even), cut = resident<float>(earlier);
        std::vector<float> sums(static_cast<std::size_t>(count));
        float sum = 0, sum_of_cut = 0;
        std::vector<work> sides;
        for (std::size_t m = 0; m < sums.size(); ++m)
            sides.push_back([&, m] { sums[m] = sum_of(*all_[m], n); });
        const work apart = [&] { at_once(even); };
        const work together = [&] { sum = impulse::reduce(policy, whole, 0.f); };
        sides.push_back(apart);
        sides.push_back(together);
        sides.push_back([&] { sum_of_cut = impulse::reduce(policy, cut, 0.f); });
        const auto times = by_turns(sides, runs);
        const auto alone = std::span(times).first(sums.size());
        const double most = static_cast<double>(used(count)) / count;
        const double cut_rate = static_cast<double>(earlier.back()) / times.back();
        finding found = perf::weak_figures(
            n, alone, {times[sums.size()], times[sums.size() + 1], join_time(count)}, most);
        found.add("cut_12345_earlier", cut_rate / (perf::sum_of_rates(n, alone) * most));
        const auto busy = by_turns({apart, together}, runs);
        perf::add_without_idle_turns(found, busy[0], busy[1]);
        const perf::member& last = *all_[sums.size() - 1];
        const auto of_last =
            by_turns({[&] { (void)sum_of(last, n); },
                      [&] {
                          (void)impulse::reduce_part(impulse::automatic.on(last.stream()), last.items(),
                                                     last.items() + n, (count - 1) * n);
                      }},
                     runs);
        found.add("part_alone", of_last[0] / of_last[1]);
        tell("as many with each/" + perf::size_text(n) + " each", count, found,
             perf::same_bits(sum, impulse::tree_fold(sums, 0.f)) &&
                 perf::same_bits(sum_of_cut, joined_by_host(earlier)));
    }
    /// Parts in the memory of the first members: each GPU reduces its own part, and the host joins the
    /// forests.
    float joined_by_host(const perf::cuts& at) const {
        impulse::forest<float> all;
        for (std::size_t m = 0; m + 1 < at.size(); ++m) {
            const float* const x = all_[m]->items();
            const auto policy = impulse::automatic.on(all_[m]->stream());
            const auto part = impulse::reduce_part(policy, x, x + (at[m + 1] - at[m]), at[m]);
            all = m == 0 ? part : impulse::join(all, part, impulse::plus{});
        }
        return all.value(0.f, impulse::plus{});
    }

    /// The baseline for any number of GPUs: one GPU with all items.
    void one_alone() {
        make({0, floats_}, perf::float_items{});
        one_ = time_of([&] { sum_ = sum_of(*all_[0], floats_); }, runs);
    }

    /// The total number of items is fixed.
    void strong(int count, const perf::named_cuts& cut) {
        make(cut.at, perf::float_items{});
        const auto policy = impulse::automatic.on(place(count));
        const auto whole = resident<float>(cut.at);
        float sum = 0;
        const auto times =
            by_turns({[&] { at_once(cut.at); }, [&] { sum = impulse::reduce(policy, whole, 0.f); }}, runs);
        const finding found =
            perf::strong_figures(floats_, used(count), one_, {times[0], times[1], join_time(count)});
        tell("as many in all/" + perf::size_text(floats_) + ", " + cut.name, count, found,
             perf::same_bits(sum, sum_));
    }

    /// A call that joins one accumulator from each GPU, and returns the value.
    template <int Words>
    void join(int count) {
        using value = perf::words<Words>;
        perf::cuts at(static_cast<std::size_t>(count) + 1);
        std::iota(at.begin(), at.end(), 0);
        make(at, perf::make_words<Words>{});
        const auto policy = impulse::automatic.on(place(count));
        const auto items = resident<value>(at);
        value sum{}, right;
        for (auto& word : right.word) word = static_cast<std::uint64_t>(count * (count + 1) / 2);
        const double time =
            time_of([&] { sum = impulse::reduce(policy, items, value{}, perf::add_words{}); }, join_runs);
        tell("an item each, and the value/" + std::to_string(sizeof(value)) + " bytes", count, {time},
             perf::same_bits(sum, right));
    }

    /// Host floats, compared with one copy of them to one GPU.
    void partitioned() {
        const index_t n = floats_ / 8;
        const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
        const perf::pinned_memory pinned_items(bytes);
        float* const pinned = pinned_items.data<float>();
        std::vector<float> pageable(static_cast<std::size_t>(n));
        for (index_t i = 0; i < n; ++i) pageable[static_cast<std::size_t>(i)] = perf::float_items{}(i);
        std::copy(pageable.begin(), pageable.end(), pinned);
        float* const there = all_[0]->items();
        const double copied = time_of(
            [&] { perf::check(cudaMemcpy(there, pinned, bytes, cudaMemcpyDefault), "copying"); }, dealt_runs);
        const float right = sum_of(*all_[0], n);
        const auto tell_dealt = [&](const char* how, int count, double time, bool is_right) {
            finding found{time};
            found.add("n", n);
            found.add_rate(static_cast<double>(bytes));
            found.add("of_one_copy", copied / time);
            tell(std::string("dealt from the host/") + how, count, found, is_right);
        };
        tell_dealt("one copy, pinned", 1, copied, true);
        for (const bool is_pinned : {true, false}) {
            const float* const from = is_pinned ? pinned : pageable.data();
            for_all([&](int count) {
                const auto policy = impulse::automatic.on(place(count));
                float sum = 0;
                const double time =
                    time_of([&] { sum = impulse::reduce(policy, from, from + n, 0.f); }, dealt_runs);
                tell_dealt(is_pinned ? "pinned" : "pageable", count, time, perf::same_bits(sum, right));
            });
        }
    }

    void cut_at_random(int count) {
        constexpr int cuts = 5;
        const auto is_same = [&](index_t n, const auto& items, const auto& init, const auto& op,
                                 const auto& right) {
            using value = std::remove_cvref_t<decltype(right)>;
            bool same = true;
            for (int i = 0; i < cuts; ++i) {
                const auto at = support::random_cuts(random_, n, count);
                make(at, items);
                const auto policy = impulse::automatic.on(place(count));
                same &= perf::same_bits(impulse::reduce(policy, resident<value>(at), init, op), right);
            }
            return same;
        };
        tell("cut at random/" + perf::size_text(floats_) + " of floats", count,
             perf::same_bits_figures(floats_, cuts, "one GPU"),
             is_same(floats_, perf::float_items{}, 0.f, impulse::plus{}, sum_));
        const index_t n = (std::min)(floats_ / 4, index_t{1} << 24);  // items have 16 bytes at most
        perf::for_each_kind([&](const char* name, const auto& items, const auto& init, const auto& op) {
            using value = std::remove_cvref_t<decltype(init)>;
            const value right = perf::on_host(n, items, init, op);
            make({0, n}, items);
            const value* const x = all_[0]->template items<value>();
            const value alone = impulse::reduce(impulse::automatic.on(all_[0]->stream()), x, x + n, init, op);
            tell(std::string("cut at random/") + name, count,
                 perf::same_bits_figures(n, cuts, "one GPU and of the host"),
                 perf::same_bits(alone, right) && is_same(n, items, init, op, right));
        });
    }

    int gpus_;
    index_t floats_;
    std::vector<std::unique_ptr<perf::member>> all_;
    float sum_ = 0;   ///< of all floats, on one GPU
    double one_ = 0;  ///< the time of that sum, in seconds
    std::mt19937_64 random_ = support::random_source(92);
};

}  // namespace

int main(int argc, char** argv) {
    return perf::main_of("perf_devices", 1, argc, argv, [](int arguments, char** values) {
        const int gpus = impulse::device_count();
        perf::describe_machine(gpus);
        perf::report::context("seed", std::to_string(support::seed()));
        perf::report::context(
            "note",
            std::string(gpus > 1 ? "" : "One GPU is taken for two that take turns. ") +
                "Floats, the host's clock, medians: of 9, of 200 where there is an item each, of 3 from "
                "the host. join: together less at once, of an item each behind 0.5 ms of other work, medians "
                "of 51. The sides of a row take turns, rows do not");
        bench(gpus, perf::floats_from(arguments, values)).run();
    });
}
