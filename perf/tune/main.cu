// SPDX-License-Identifier: Apache-2.0
//
// perf_tune FILE: every policy in every shape, for types whose accumulators, items and operators cost unlike
// much. FILE gets a line for each; a table is printed of how far what the library chooses is from the fastest
// of them.
#include <comparison.cuh>
#include <impulse/reduce.hpp>
#include <items.cuh>
#include <replays.cuh>
#include <sides.cuh>
#include <table.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using index = std::int64_t;

std::string gpu_name() {
    cudaDeviceProp card{};
    perf::check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    return card.name;
}

/// A policy in a shape.
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
        // The fastest few again, and by turns with what the library chooses: none is to be only lucky.
        std::sort(all_.begin() + 1, all_.end(),
                  [](const candidate& a, const candidate& b) { return a.seconds < b.seconds; });
        const std::size_t few = std::min<std::size_t>(all_.size(), 6);
        std::vector<std::vector<double>> taken(few);
        for (int iteration = 0; iteration < 7; ++iteration)
            for (std::size_t i = 0; i < few; ++i) taken[i].push_back(seconds(all_[i], 256, 1));
        std::size_t best = few > 1 ? 1 : 0;
        for (std::size_t i = 1; i < few; ++i)
            if (perf::median(taken[i]) < perf::median(taken[best])) best = i;
        const double ours = perf::median(taken[0]), least = perf::median(taken[best]);
        std::printf("| %s | %s | %.2f | %.2f | %.3f | %s, %d threads, pieces of 2^%d |\n", name_,
                    perf::count_text(n_).c_str(), ours * 1e6, least * 1e6, ours / least,
                    all_[best].policy.c_str(), all_[best].plan.tiles.threads,
                    all_[best].plan.tiles.log2_subtree);
        std::fflush(stdout);
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
        all_.push_back({name, plan, perf::impulse_side<T>(how, n_, init_, op_)});
    }
    /// The median of some replays of at most so many calls.
    double seconds(const candidate& which, std::size_t max_calls, int replays) {
        perf::lab& on = perf::lab::instance();
        const perf::comparison of = perf::compare<T, Init>(name_, perf::timing::gpu, n_, nullptr);
        const perf::inputs from(of, on);
        which.runs->call(from.at(0), on.stream());  // loads the kernel, which a capture could not
        perf::check(cudaStreamSynchronize(on.stream()), name_);
        const std::size_t calls = std::clamp<std::size_t>(from.count(), 4, n_ < 1 << 22 ? max_calls : 8);
        perf::call_graph graph(*which.runs, from, calls, on.stream());
        std::vector<double> taken;
        for (int r = 0; r < replays; ++r) taken.push_back(graph.seconds(on) / static_cast<double>(calls));
        return perf::median(taken);
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
    for (int k = 20; k < most; k += 2)  // the last round of blocks is of a few, or of some
        for (const int percent : {106, 137, 220}) {
            const index n = (index{1} << k) / 100 * percent;
            search<T, Init, Op>(name, n, init, op, raw).run();
        }
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) throw std::runtime_error("expected one argument, a file for all that is measured");
    std::ofstream raw(argv[1]);
    raw << "# " << gpu_name() << "; type, items, policy, threads, log2 of a piece's leaves, us\n";
    std::printf(
        "| sum of | items | what the library chooses, us | fastest, us | ratio | which is |\n"
        "| --- | --- | --- | --- | --- | --- |\n");
    search_sizes<float>("f32", 0.f, impulse::plus{}, raw);
    search_sizes<double>("f64", 0.0, impulse::plus{}, raw);
    search_sizes<std::int32_t>("i32", 0, impulse::plus{}, raw);
    search_sizes<std::int8_t>("i8 in i32", 0, impulse::plus{}, raw);
    search_sizes<perf::matrix>("2x2 matrices", perf::matrix{1, 0, 0, 1}, perf::multiply{}, raw);
    raw.close();
    if (!raw) throw std::runtime_error(std::string(argv[1]) + " cannot be written");
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_tune: %s\n", failure.what());
    return 1;
}
