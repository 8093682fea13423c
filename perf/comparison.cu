// SPDX-License-Identifier: Apache-2.0
#include <comparison.cuh>

#include <algorithm>

namespace perf {

namespace {

using samples = std::vector<std::vector<double>>;  // for each side

samples time_by_gpu(const std::vector<entrant>& sides, const inputs& from, lab& on) {
    const std::size_t calls = std::clamp<std::size_t>(from.count(), 4, 500);
    std::vector<std::unique_ptr<graph>> graphs;
    for (const entrant& each : sides) graphs.push_back(graph_of(*each.runs, from, calls, on.stream()));
    const auto replay = [&](std::size_t s) {
        return gpu_sample([&] { graphs[s]->launch(on.stream()); }) / static_cast<double>(calls);
    };
    double longest = 0;
    for (std::size_t s = 0; s < sides.size(); ++s) longest = std::max(longest, replay(s));
    const double repetitions = std::clamp(0.1 / (longest * static_cast<double>(calls)), 5., 25.);
    return samples_by_turns(sides.size(), static_cast<int>(repetitions), 0, replay);
}

samples time_end_to_end(const std::vector<entrant>& sides, const inputs& from, lab& on) {
    on.evict();
    check(cudaStreamSynchronize(on.stream()), "emptying the L2 cache");
    std::size_t call = 0;
    return samples_by_turns(sides.size(), from.count() > 100 ? 201 : 31, 0, [&](std::size_t s) {
        const void* const input = from.at(call++);
        return seconds_of([&] { sides[s].runs->call(input, on.stream()); });
    });
}

/// The bytes that a call wrote, from memory of the GPU or of the host.
std::vector<double> value_of(const entrant& which, const void* input, std::size_t bytes, lab& on) {
    std::vector<double> value((bytes + sizeof(double) - 1) / sizeof(double));  // doubles, for their alignment
    which.runs->call(input, on.stream());
    check(cudaStreamSynchronize(on.stream()), which.name.c_str());
    check(cudaMemcpy(value.data(), which.runs->result(), bytes, cudaMemcpyDefault), "copying a result");
    return value;
}

}  // namespace

finding comparison::measure() const {
    lab& on = lab::instance();
    const inputs from(*this, on);
    const std::vector<entrant> sides = make(n);

    // The first calls also load the kernels, which a stream capture could not do.
    const auto ours = value_of(sides[0], from.at(0), result_bytes, on);
    for (const entrant& each : sides) {
        const auto theirs = value_of(each, from.at(0), each.has_same_result ? result_bytes : 0, on);
        if (each.has_same_result && !same(ours.data(), theirs.data()))
            throw std::runtime_error("WRONG: " + each.name + " has another result");
    }

    const samples taken = by == timing::gpu ? time_by_gpu(sides, from, on) : time_end_to_end(sides, from, on);
    finding found{median(taken[0])};
    found.add("n", n);
    found.add_rate(static_cast<double>(bytes));
    found.add("spread", spread(taken[0]));
    for (std::size_t s = 1; s < sides.size(); ++s) {
        found.add_rival(sides[s].name, median(taken[s]), sides[s].floor);
        found.add(sides[s].name + "_spread", spread(taken[s]));
    }
    return found;
}

}  // namespace perf
