// SPDX-License-Identifier: Apache-2.0
#include <uneven/call.cuh>
#include <uneven/chunks.hpp>

#include <impulse/policies/schedule.hpp>
#include <impulse/policies/work_queue.hpp>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace perf {
namespace {

/// As work_queue in all, plan and kernel, but that a block's pieces are its own from the start: neighbours,
/// as the texts have it, or every grid_size()-th.
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

struct side {
    const char* shape;
    call how;
    std::vector<double> taken = {};
};

/// All take turns, so that the clock of the card drifts for all alike.
void measure(std::vector<side>& all) {
    for (int turn = 0; turn < turns + 1; ++turn)
        for (side& each : all) {
            const double seconds = each.how.seconds();
            if (turn > 0) each.taken.push_back(seconds);
            if (!same_bits(each.how.sum(), all[0].how.sum()))
                throw std::runtime_error(in_words(each.how.plan()) + " gives other bits");
        }
}

/// Three sides of one shape: neighbours, in turn, fetched.
void print(const side* of, double best) {
    const double fetched = median(of[2].taken);
    std::printf("| %s | %s |", of->shape, in_words(of->how.plan()).c_str());
    for (int i = 0; i < 3; ++i) std::printf(" %.1f |", median(of[i].taken) * 1e6);
    std::printf(" %.2f | %.2f | %.2f |\n", median(of[0].taken) / fetched, median(of[1].taken) / fetched,
                fetched / best);
}

/// The same pieces for the same blocks.
void compare(const square& points) {
    std::vector<side> all;
    const auto add = [&](const char* name, const impulse::shape& user_shape) {
        all.push_back({name, call(name, neighbours, user_shape, points)});
        all.push_back({name, call(name, in_turn, user_shape, points)});
        all.push_back({name, call(name, impulse::work_queue, user_shape, points)});
    };
    add("the library's", {});
    for (const int threads : {128, 256})
        for (const impulse::index_t items : {512, 1024, 2048, 4096, 8192, 16384, 65536})
            add("by hand", {impulse::index_t{multiprocessors()} * 1024 / threads, threads, items});
    measure(all);

    double best = median(all[0].taken);
    for (const side& each : all) best = std::min(best, median(each.taken));
    const double mean = static_cast<double>(all[0].how.sum()) / points.points();
    std::printf(
        "\n%d points, 1 to %d steps, %.1f on average: the dearest costs %.0f times the mean.\n\n"
        "| shape | | neighbours, us | in turn, us | fetched, us | neighbours / fetched | in turn / fetched | "
        "fetched / best |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
        points.points(), points.limit, mean, points.limit / mean);
    for (std::size_t i = 0; i < all.size(); i += 3) print(&all[i], best);
    std::fflush(stdout);
}

}  // namespace

int compare_chunks() {
    cudaDeviceProp card{};
    check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
    std::printf(
        "%s: pieces that are a block's own from the start, neighbours or dealt in turn, against work_queue, "
        "whose blocks "
        "fetch them; the GPU's time, medians of %d by turns.\n",
        card.name, turns);
    for (const int limit : {30, 1000, 10'000}) compare({-2, 4, log2_side, limit});
    return 0;
}

}  // namespace perf
