// SPDX-License-Identifier: Apache-2.0
// `.checked()` on emulated blocks: the error names the first wrong segment, for every policy and machine
// size, and the call writes nothing.
#include <suite.hpp>

#include <emulated/check.hpp>
#include <offenders.hpp>
#include <policies.hpp>

#include <impulse/layouts.hpp>

#include <algorithm>

TEST_CASE("checked: the first of many offenders is named by every policy, and nothing is written") {
    constexpr index_t segments = 600;
    const std::vector<int> x(3 * segments, 1);
    emulated::fibers machine(emulated::turns::by_chance);
    for (const emulated::size& size : emulated::machine_sizes) {
        CAPTURE(size.resident);
        emulated::gpu<emulated::fibers, 4> on(machine, size);
        support::for_each_offender(segments, [&](const support::offsets& at, const std::string& complaint) {
            support::for_each_policy([&](auto, const auto& policy) {
                std::vector<emulated::result_cell<int>> out(segments);
                CHECK(support::message_of([&] {
                          impulse::reduce_into(policy.on(on.place()).checked(), impulse::segments(x, at),
                                               out.begin(), 0);
                      }) == complaint);
                CHECK(std::all_of(out.begin(), out.end(), [](const auto& r) { return r.writes == 0; }));
                CHECK(on.counters_are_zero());
            });
        });
    }
}
