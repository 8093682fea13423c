// SPDX-License-Identifier: Apache-2.0
//
// A transform whose cost differs by a factor of a thousand between items, and the same transform with items
// of equal cost, under every policy: in the library's own shape, and in the fastest of several user shapes.
// `perf_uneven chunks`: see chunks.cu.
#include <impulse/tree.hpp>
#include <machine.cuh>
#include <report.hpp>
#include <uneven/call.cuh>
#include <uneven/chunks.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace perf {
namespace {

/// The library's shape first, then user shapes: pieces from a quarter of a warp's tile on, blocks from one
/// warp on, and grids with as many blocks as there are pieces, or as the card holds. Shapes that give the
/// same plan are there once.
template <class Policy>
std::vector<call> calls_of(const std::string& name, const Policy& policy, const square& of) {
    std::vector<call> all;
    const auto add = [&](const impulse::shape& user_shape) {
        call next(name, policy, user_shape, of);
        const auto is_same = [&](const call& other) { return other.plan() == next.plan(); };
        if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(next));
    };
    add({});
    for (const impulse::index_t items : {256, 512, 1024, 2048, 4096, 8192, 16384, 32768})
        for (const int threads : {32, 64, 128, 256})
            // Warps on a multiprocessor; 0 is the library's choice.
            for (const int warps_beside : {0, 16, 32, 64})
                add({impulse::index_t{multiprocessors()} * warps_beside * 32 / threads, threads, items});
    return all;
}

/// The sum by its definition, and statistics of its items.
struct serial_sum {
    float sum;
    float least;
    float most;
    double mean;
};

serial_sum sum_serially(const square& of) {
    std::vector<float> steps;
    double total = 0;
    for (int i = 0; i < of.points(); ++i) {
        steps.push_back(steps_from{of}(i));
        total += steps.back();
    }
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    return {impulse::tree_fold(steps, 0.f), *least, *most, total / of.points()};
}

/// The row of two_pass in the fastest shape of the work queue.
constexpr const char* partitioned = "two_pass in the queue's grid";

/// A side that takes turns with others.
struct row {
    std::string name;
    call how;
};

/// A policy and its time.
struct result {
    std::string name;
    std::string shape;
    double seconds;
};

/// Compares all policies on one square.
class contest {
  public:
    contest(std::string name, const square& of) : name_(std::move(name)), of_(of) {}

    const std::string& name() const { return name_; }
    /// The result for a policy's name. All policies are measured when the first result is asked for.
    finding of(const std::string& name) {
        if (!measured_) {
            measured_ = true;
            measure();
        }
        const result& mine = result_of(name);
        finding found{mine.seconds};
        found.lesson = mine.shape;
        found.add("n", of_.points());
        found.add("steps_per_second", steps_ / mine.seconds);
        for (const std::string other : {"two_pass", "two_pass by hand"})
            if (name != other) found.add_rival(other, result_of(other).seconds);
        return found;
    }

    /// One block would take too long on a long input.
    bool has_single_block() const { return of_.log2_side <= 11; }

  private:
    const result& result_of(const std::string& name) const {
        for (const result& each : results_)
            if (each.name == name) return each;
        throw std::runtime_error("not measured, because an earlier measurement failed");
    }

    /// First a few points, which the host adds up too; then all points. It searches the fastest shape of each
    /// policy. Then these shapes and the library's own take turns, so that luck does not decide.
    void measure() {
        square small = of_;
        small.log2_side = 9;
        const serial_sum right = sum_serially(small);
        for (call& each : candidates(small)) {
            each.seconds();
            if (!same_bits(each.sum(), right.sum))
                throw std::runtime_error(each.name() + " (" + in_words(each.plan()) +
                                         ") does not give what the host gives");
        }

        std::vector<call> all = candidates(of_);
        std::vector<row> rows;
        for (std::size_t i = 0; i < all.size();) {
            const std::string policy = all[i].name();
            rows.push_back({policy, all[i]});
            std::optional<std::size_t> best;
            double least = 0;
            for (++i; i < all.size() && all[i].name() == policy; ++i) {
                const double seconds = median({all[i].seconds(), all[i].seconds(), all[i].seconds()});
                if (best && seconds >= least) continue;
                best = i;
                least = seconds;
            }
            if (!best) continue;
            rows.push_back({policy + " by hand", all[*best]});
            // The same number of blocks, but they take the same pieces by a fixed assignment, not from a
            // queue.
            if (policy == "work_queue") {
                const impulse::tile_plan& tiles = all[*best].plan().tiles;
                const impulse::shape same{tiles.blocks, tiles.threads, all[*best].user_shape().items};
                rows.push_back({partitioned, call("two_pass", impulse::two_pass, same, of_)});
            }
        }
        all.clear();

        const auto times = medians_by_turns(rows.size(), 15, 1, [&](std::size_t r) {
            const double seconds = rows[r].how.seconds();
            if (!same_bits(rows[r].how.sum(), rows[0].how.sum()))
                throw std::runtime_error(rows[r].name + " and " + rows[0].name + " differ");
            return seconds;
        });
        steps_ = rows[0].how.sum();
        for (std::size_t r = 0; r < rows.size(); ++r)
            results_.push_back({rows[r].name, in_words(rows[r].how.plan()), times[r]});
    }

    std::vector<call> candidates(const square& of) const {
        std::vector<call> all = calls_of("two_pass", impulse::two_pass, of);
        const auto add = [&](std::vector<call> more) {
            for (call& each : more) all.push_back(std::move(each));
        };
        add(calls_of("last_block", impulse::last_block, of));
        add(calls_of("work_queue", impulse::work_queue, of));
        all.emplace_back("automatic", impulse::automatic, impulse::shape{}, of);
        if (has_single_block()) all.emplace_back("single_block", impulse::single_block, impulse::shape{}, of);
        return all;
    }

    std::string name_;
    square of_;
    bool measured_ = false;
    std::vector<result> results_;
    double steps_ = 0;
};

void run(int arguments, char** values) {
    describe_machine();
    if (arguments == 2 && std::string(values[1]) == "chunks") return compare_chunks();
    static std::vector<std::unique_ptr<contest>> contests;  // the rows hold references to them
    for (const int log2_side : {10, 11, 12, 13})            // the whole set, and as much around it
        contests.push_back(std::make_unique<contest>("uneven, 2^" + std::to_string(2 * log2_side),
                                                     square{-2, 4, log2_side, 1000}));
    for (const int log2_side : {11, 12})  // all points are in the set
        contests.push_back(std::make_unique<contest>("even, 2^" + std::to_string(2 * log2_side),
                                                     square{-0.05f, 0.1f, log2_side, 100}));
    for (const auto& each : contests)
        for (const char* name : {"two_pass", "last_block", "work_queue", "automatic", "single_block",
                                 "two_pass by hand", "last_block by hand", "work_queue by hand", partitioned})
            if (name != std::string("single_block") || each->has_single_block())
                report::instance().add("uneven/" + each->name() + "/" + name,
                                       [&from = *each, name] { return from.of(name); });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::main_of("perf_uneven", 1, argc, argv, perf::run); }
