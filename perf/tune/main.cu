// SPDX-License-Identifier: Apache-2.0
//
// perf_tune FILE: every policy in every shape, for types whose accumulators, items and operators have very
// different costs. FILE gets a line for each. A row says how far the library's choice is from the fastest.
#include <comparison.cuh>
#include <impulse/reduce.hpp>
#include <items.cuh>
#include <machine.cuh>
#include <sides.cuh>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using index = std::int64_t;

/// One policy in one shape.
struct candidate {
    std::string policy;
    impulse::whole_input_plan plan;
    std::unique_ptr<perf::side> runs;
    double seconds = 0;
};

template <class T, class Init, class Op>
class search {
  public:
    search(const char* name, std::int64_t n, const Init& init, const Op& op, std::ofstream& raw)
        : name_(name), n_(n), init_(init), op_(op), raw_(raw) {}

    void run() {
        add("automatic", impulse::automatic, {});
        for (const int threads : {32, 64, 128, 256, 512}) {
            if (n_ * index{sizeof(T)} <= 1 << 20) add("single_block", impulse::single_block, {0, threads, 0});
            for (index subtree = 64; subtree < n_ && subtree < index{1} << 22; subtree *= 2) {
                if (n_ / subtree > 8192) continue;
                add("two_pass", impulse::two_pass, {0, threads, subtree});
                add("last_block", impulse::last_block, {0, threads, subtree});
                add("work_queue", impulse::work_queue, {0, threads, subtree});
            }
        }
        for (candidate& each : all_) each.seconds = seconds(each, 64, 3);
        for (const candidate& each : all_)
            raw_ << name_ << ',' << n_ << ',' << each.policy << ',' << each.plan.tiles.threads << ','
                 << each.plan.tiles.log2_subtree << ',' << each.seconds * 1e6 << '\n';
        // Times the fastest few again, in turns with the library's choice, so that luck does not decide.
        std::sort(all_.begin() + 1, all_.end(),
                  [](const candidate& a, const candidate& b) { return a.seconds < b.seconds; });
        const std::size_t few = std::min<std::size_t>(all_.size(), 6);
        const auto times =
            perf::medians_by_turns(few, 7, 0, [&](std::size_t i) { return seconds(all_[i], 256, 1); });
        const auto best = static_cast<std::size_t>(std::min_element(times.begin() + (few > 1), times.end()) -
                                                   times.begin());
        perf::finding found{times[0]};
        found.add("n", n_);
        found.add_rival("fastest", times[best]);
        const impulse::tile_plan& tiles = all_[best].plan.tiles;
        found.lesson = all_[best].policy + ", " + std::to_string(tiles.threads) + " threads, pieces of 2^" +
                       std::to_string(tiles.log2_subtree);
        perf::report::instance().tell(std::string("tune/") + name_ + "/" + std::to_string(n_), found);
    }

  private:
    template <class Policy>
    void add(const char* name, const Policy& policy, const impulse::shape& user_shape) {
        const auto how = policy.tune(user_shape);
        const T* const none = nullptr;
        const impulse::whole_input_plan plan = impulse::reduce_into.plan(
            how.on(impulse::device), none, none + n_, static_cast<Init*>(nullptr), init_, op_);
        for (const candidate& each : all_)
            if (each.policy == name && each.plan == plan) return;
        all_.push_back({name, plan, perf::impulse_side<T>(n_, init_, op_, how)});
    }
    /// The median time of several replays of a graph of at most `max_calls` calls.
    double seconds(const candidate& which, std::size_t max_calls, int replays) {
        perf::lab& on = perf::lab::instance();
        const perf::comparison of = perf::compare<T, Init>(name_, perf::timing::gpu, n_, nullptr);
        const perf::inputs from(of, on);
        which.runs->call(from.at(0), on.stream());  // loads the kernel, which a stream capture cannot do
        perf::check(cudaStreamSynchronize(on.stream()), name_);
        const std::size_t calls = std::clamp<std::size_t>(from.count(), 4, n_ < 1 << 22 ? max_calls : 8);
        const auto graph = perf::graph_of(*which.runs, from, calls, on.stream());
        return perf::medians_by_turns(1, replays, 0, [&](std::size_t) {
            return perf::gpu_sample([&] { graph->launch(on.stream()); }) / static_cast<double>(calls);
        })[0];
    }

    const char* name_;
    index n_;
    Init init_;
    Op op_;
    std::ofstream& raw_;
    std::vector<candidate> all_;
};

template <class T, class Init, class Op>
void search_sizes(const char* name, const Init& init, const Op& op, std::ofstream& raw) {
    const int most = sizeof(T) > 8 ? 26 : 28;
    for (int k = 8; k <= most; k += 2) search<T, Init, Op>(name, index{1} << k, init, op, raw).run();
    for (int k = 20; k < most; k += 2)  // the last wave has few blocks, or some
        for (const int percent : {106, 137, 220}) {
            const index n = (index{1} << k) / 100 * percent;
            search<T, Init, Op>(name, n, init, op, raw).run();
        }
}

}  // namespace

int main(int argc, char** argv) {
    return perf::main_of("perf_tune", 1, argc, argv, [](int arguments, char** values) {
        if (arguments != 2) throw std::runtime_error("expected one argument, the file for all measurements");
        perf::describe_machine();
        perf::report::context("note",
                              "What the library chooses, by turns with the fastest few of all policies in "
                              "all shapes, L2 cache cold");
        std::ofstream raw(values[1]);
        raw << "# type, items, policy, threads, log2 of a piece's leaves, us\n";
        search_sizes<float>("f32", 0.f, impulse::plus{}, raw);
        search_sizes<double>("f64", 0.0, impulse::plus{}, raw);
        search_sizes<std::int32_t>("i32", 0, impulse::plus{}, raw);
        search_sizes<std::int8_t>("i8 in i32", 0, impulse::plus{}, raw);
        search_sizes<perf::matrix>("2x2 matrices", perf::matrix{1, 0, 0, 1}, perf::multiply{}, raw);
        raw.close();
        if (!raw) throw std::runtime_error(std::string(values[1]) + " cannot be written");
    });
}
