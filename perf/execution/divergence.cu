// SPDX-License-Identifier: Apache-2.0
//
// Divergence alone: every thread does the same amount of work, on as many code paths as lanes, or warps,
// take.
#include <execution/families.hpp>
#include <execution/ways.cuh>
#include <launcher.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

constexpr int n = 1 << 22;
constexpr int brief_n = 1 << 26;
constexpr int threads = 256;
constexpr int count = 4096;

way_steps steps_of_ways() {
    way_steps all{};
    for (unsigned way = 0; way < max_ways; ++way)
        all.of[way] = {usual_step.factor + 8 * way, usual_step.summand + 2 * way};
    return all;
}

/// For each path, the congruence that equals all of its steps.
way_steps ends_of_ways() {
    way_steps all = steps_of_ways();
    for (congruence& each : all.of) each = repeated(each, count);
    return all;
}

__global__ void count_wrong_ways(const int* from, const int* to, int size, int shift, int ways,
                                 way_steps ends, unsigned* wrong) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const congruence& end = ends.of[(i >> shift) % ways];
    if (i < size && static_cast<unsigned>(to[i]) != end(static_cast<unsigned>(from[i]))) atomicAdd(wrong, 1u);
}

/// A row of `size` items. The expected item i is what `ends` gives for path (i >> shift) % ways.
row diverging(const std::string& name, const char* lesson, int size, int shift, int ways,
              const way_steps& ends, const std::function<void(const unsigned*, unsigned*)>& launch) {
    const auto make = [=](const int* from, int* to) -> work {
        return [=] { launch(reinterpret_cast<const unsigned*>(from), reinterpret_cast<unsigned*>(to)); };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_wrong_ways<<<size / threads, threads>>>(from, to, size, shift, ways, ends, wrong);
    };
    const bool whole_warps = shift > 0;
    return {"divergence/" + name + (whole_warps ? ", whole warps" : ", lanes"), lesson, size, 0, 0,
            [=] { return checked_seconds(size, size, make, compare); }};
}

template <int Ways>
row parted(int shift, const char* lesson) {
    row made = diverging(std::to_string(Ways) + (Ways == 1 ? " way" : " ways"), lesson, n, shift, Ways,
                         ends_of_ways(), [=](const unsigned* from, unsigned* to) {
                             launcher().launch(part_ways<Ways>, n / threads, threads, from, to, n, shift,
                                               steps_of_ways(), count);
                         });
    made.operations = static_cast<double>(n) * count;
    return made;
}

row brief(int shift, const char* lesson) {
    way_steps ends{};
    ends.of[0] = {1, 100};
    ends.of[1] = {200, 0};
    row made =
        diverging("2 short ways", lesson, brief_n, shift, 2, ends, [=](const unsigned* from, unsigned* to) {
            launcher().launch(part_briefly, brief_n / threads, threads, from, to, brief_n, shift);
        });
    made.useful_bytes = made.touched_bytes = 8. * brief_n;
    return made;
}

row few(int shift, const char* lesson) {
    way_steps ends{};
    for (congruence& each : ends.of) each = {1, 0};
    ends.of[0] = repeated(usual_step, count);
    row made =
        diverging("work for 1 of 32", lesson, n, shift, 32, ends, [=](const unsigned* from, unsigned* to) {
            launcher().launch(work_for_few, n / threads, threads, from, to, n, shift, usual_step, count);
        });
    made.operations = static_cast<double>(n) / 32 * count;
    return made;
}

constexpr int by_lanes = 0;
constexpr int by_warps = 5;

template <int Ways>
void add_both(rows& all) {
    all.push_back(
        parted<Ways>(by_lanes, "a warp goes each way after the other, with the other lanes masked"));
    all.push_back(parted<Ways>(by_warps, "each warp goes one way: as if there were no other"));
}

}  // namespace

rows divergence() {
    rows all{parted<1>(by_lanes, "no branch: what the work takes")};
    add_both<2>(all);  // even and odd threads
    add_both<4>(all);
    add_both<8>(all);
    add_both<32>(all);
    all.push_back(few(by_lanes, "each warp takes as long as if all of its lanes had work"));
    all.push_back(few(by_warps, "as much work in a 32nd of the warps"));
    all.push_back(brief(by_lanes, "the texts' example: predicates and memory leave nothing to see"));
    all.push_back(brief(by_warps, "likewise"));
    return all;
}

}  // namespace perf
