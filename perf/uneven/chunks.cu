// SPDX-License-Identifier: Apache-2.0
#include <report.hpp>
#include <uneven/call.cuh>
#include <uneven/chunks.hpp>

#include <impulse/policies/schedule.hpp>
#include <impulse/policies/work_queue.hpp>

#include <algorithm>

namespace perf {
namespace {

/// The same plan and kernel as work_queue, but each block's pieces are fixed from the start: consecutive
/// ones, as in the books, or every grid_size()-th one.
template <bool Neighbours>
struct assigned_schedule : impulse::detail::one_launch {
    static constexpr bool fetches = true;

    IMPULSE_NO_EXEC_CHECK
    template <class Block, class Work>
    IMPULSE_SHARED static void run(Block& block, const Work& work, int) {
        const impulse::index_t all = work.iterations(), blocks = block.grid_size();
        const impulse::index_t each = (all + blocks - 1) / blocks;
        const impulse::index_t begin = Neighbours ? block.grid_rank() * each : block.grid_rank();
        const impulse::index_t end = Neighbours && begin + each < all ? begin + each : all;
        for (impulse::index_t turn = begin; turn < end; turn += Neighbours ? 1 : blocks) {
            const auto at = work.locate(turn);
            if (!at.is_present()) continue;
            work.take(block, at);
            if (at.of > 1 && impulse::last_block_guard(work.ticket(at), at.of).is_last(block))
                work.join(block, at);
        }
    }
};
constexpr impulse::policy<assigned_schedule<true>> neighbours{};
constexpr impulse::policy<assigned_schedule<false>> in_turn{};

constexpr int turns = 11;
constexpr int log2_side = 12;

/// The same pieces for the same number of blocks: consecutive, strided, or fetched. All take turns.
void compare(const square& points) {
    std::vector<call> all;
    const auto add = [&](const char* name, const impulse::shape& user_shape) {
        all.emplace_back(name, neighbours, user_shape, points);
        all.emplace_back(name, in_turn, user_shape, points);
        all.emplace_back(name, impulse::work_queue, user_shape, points);
    };
    add("the library's", {});
    for (const int threads : {128, 256})
        for (const impulse::index_t items : {512, 1024, 2048, 4096, 8192, 16384, 65536})
            add("by hand", {impulse::index_t{multiprocessors()} * 1024 / threads, threads, items});
    all[0].seconds();
    const auto times = medians_by_turns(all.size(), turns, 1, [&](std::size_t i) {
        const double seconds = all[i].seconds();
        if (!same_bits(all[i].sum(), all[0].sum()))
            throw std::runtime_error(in_words(all[i].plan()) + " gives other bits");
        return seconds;
    });
    const double best = *std::min_element(times.begin(), times.end());
    for (std::size_t i = 0; i < all.size(); i += 3) {
        finding found{times[i + 2]};
        found.add("n", points.points());
        found.add_rival("neighbours", times[i]);
        found.add_rival("in turn", times[i + 1]);
        found.add("over_the_best", times[i + 2] / best);
        found.add("steps_of_an_item", static_cast<double>(all[0].sum()) / points.points());
        report::instance().tell("uneven_chunks/1 to " + std::to_string(points.limit) + " steps/" +
                                    all[i].name() + ", " + in_words(all[i].plan()),
                                found);
    }
}

}  // namespace

void compare_chunks() {
    report::context("note",
                    "Pieces that a block fetches, against pieces that are its own from the start, "
                    "neighbours or dealt in turn; the GPU's time, medians of 11 by turns");
    for (const int limit : {30, 1000, 10'000}) compare({-2, 4, log2_side, limit});
}

}  // namespace perf
