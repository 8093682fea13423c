// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <comparison.cuh>
#include <replays.cuh>

namespace perf {

namespace {

using samples = std::vector<std::vector<double>>;  // of each side

samples time_by_gpu(const std::vector<entrant>& sides, const inputs& from, lab& on) {
    const std::size_t calls = std::clamp<std::size_t>(from.count(), 4, 500);
    std::vector<std::unique_ptr<call_graph>> graphs;
    double longest = 0;
    for (const entrant& each : sides) {
        graphs.push_back(std::make_unique<call_graph>(*each.runs, from, calls, on.stream()));
        longest = std::max(longest, graphs.back()->seconds(on));
    }
    const int repetitions = std::clamp(static_cast<int>(0.1 / longest), 5, 25);
    samples taken(sides.size());
    for (int r = 0; r < repetitions; ++r)
        for (std::size_t s = 0; s < sides.size(); ++s)
            taken[s].push_back(graphs[s]->seconds(on) / static_cast<double>(calls));
    return taken;
}

samples time_end_to_end(const std::vector<entrant>& sides, const inputs& from, lab& on) {
    using clock = std::chrono::steady_clock;
    const std::size_t repetitions = from.count() > 100 ? 201 : 31;
    samples taken(sides.size());
    on.evict();
    check(cudaStreamSynchronize(on.stream()), "emptying the L2 cache");
    for (std::size_t r = 0; r < repetitions; ++r)
        for (std::size_t k = 0; k < sides.size(); ++k) {
            const std::size_t s = (r + k) % sides.size();  // each side follows each other one
            const void* const input = from.at(r * sides.size() + k);
            const auto begin = clock::now();
            sides[s].runs->call(input, on.stream());
            taken[s].push_back(std::chrono::duration<double>(clock::now() - begin).count());
        }
    return taken;
}

/// What a call leaves, from wherever it leaves it.
std::vector<double> value_of(const entrant& which, const void* input, std::size_t bytes, lab& on) {
    std::vector<double> value((bytes + sizeof(double) - 1) / sizeof(double));  // of double for its alignment
    which.runs->call(input, on.stream());
    check(cudaStreamSynchronize(on.stream()), which.name.c_str());
    check(cudaMemcpy(value.data(), which.runs->result(), bytes, cudaMemcpyDefault), "copying a result");
    return value;
}

}  // namespace

outcome comparison::measure() const {
    lab& on = lab::instance();
    const inputs from(*this, on);
    const std::vector<entrant> sides = make(n);

    // The first calls load the kernels too, which a capture could not.
    const auto ours = value_of(sides[0], from.at(0), result_bytes, on);
    std::vector<bool> equal;
    for (const entrant& each : sides) {
        const auto theirs = value_of(each, from.at(0), each.has_same_result ? result_bytes : 0, on);
        equal.push_back(!each.has_same_result || same(ours.data(), theirs.data()));
    }

    const samples taken = by == timing::gpu ? time_by_gpu(sides, from, on) : time_end_to_end(sides, from, on);
    outcome found{row, n, static_cast<double>(bytes), median(taken[0]), {}, spread(taken[0])};
    for (std::size_t s = 1; s < sides.size(); ++s)
        found.rivals.push_back({sides[s].name, median(taken[s]), sides[s].floor, equal[s], spread(taken[s])});
    return found;
}

}  // namespace perf
