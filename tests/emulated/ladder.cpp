// SPDX-License-Identifier: Apache-2.0
// The kernels of perf/ladder, on fibers: the sum is right, the order is kept where the rung promises it, and
// no barrier or fence is missing.
#include <suite.hpp>

#include <ladder.hpp>

namespace {

/// Each block stores its number, takes a ticket, and then copies the numbers that it sees of all blocks.
template <bool FenceBefore, bool FenceAfter>
__global__ void leave_and_look(int* left, unsigned* tickets, unsigned* taken, int* seen) {
    const unsigned block = blockIdx.x;
    left[block] = static_cast<int>(block) + 1;
    if (FenceBefore) __threadfence();
    taken[block] = atomicAdd(tickets, 1u);
    if (FenceAfter) __threadfence();
    for (unsigned other = 0; other < gridDim.x; ++other) seen[block * gridDim.x + other] = left[other];
}

/// Whether every block has seen its own number and, of the other blocks, exactly those with earlier tickets
/// (`handed_on`) or none.
bool is_seen(ladder::gpu& on, decltype(leave_and_look<true, true>)* kernel, bool handed_on) {
    constexpr unsigned blocks = 5;
    std::vector<int> left(blocks), seen(blocks * blocks);
    std::vector<unsigned> tickets(1), taken(blocks);
    on.share(left, tickets, taken, seen);
    on.launch(kernel, blocks, 1, left.data(), tickets.data(), taken.data(), seen.data());
    bool as_told = tickets[0] == blocks;
    for (unsigned block = 0; block < blocks; ++block)
        for (unsigned other = 0; other < blocks; ++other) {
            const bool sees = seen[block * blocks + other] == static_cast<int>(other) + 1;
            as_told &= sees == (block == other || (handed_on && taken[other] < taken[block]));
        }
    return as_told;
}

}  // namespace

TEST_SUITE_BEGIN("ladder" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE(
    "ladder: emulated blocks see each other's stores by a fence, an atomic and a fence, and by nothing "
    "else") {
    for (const auto& on : support::emulated_gpus()) {
        if (on->sees_at_once) continue;
        CHECK(is_seen(*on, leave_and_look<true, true>, true));
        CHECK(is_seen(*on, leave_and_look<true, false>, false));
        CHECK(is_seen(*on, leave_and_look<false, true>, false));
        CHECK(is_seen(*on, leave_and_look<false, false>, false));
    }
}

TEST_CASE("ladder: every rung is right, whichever thread comes first") {
    for (const auto& on : support::emulated_gpus()) {
        for (const ladder::family& family : support::emulated_rungs())
            for (const ladder::rung& rung : family.rungs)
                for (const int n : {1, 37, 5000}) {
                    CAPTURE(family.name);
                    CAPTURE(rung.name);
                    CAPTURE(n);
                    CHECK(support::check_rung<support::emulated_memory>(rung, *on, n) == "");
                }
    }
}

TEST_SUITE_END();
