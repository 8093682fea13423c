// SPDX-License-Identifier: Apache-2.0
// The synchronization of the blocks of a grid on fibers, in each order of turns. (On threads: threads.cpp.)
#include "queue_and_guard.hpp"

namespace {

template <class Check>
void on_fibers(const Check& check) {
    using emulated::turns;
    for (const turns order : {turns::oldest, turns::newest, turns::by_chance}) {
        emulated::fibers machine(order);
        emulated::gpu<emulated::fibers, 4> on(machine, emulated::all_at_once);
        check(on);
    }
}

}  // namespace

TEST_CASE("global_queue hands every position to exactly one block [fibers]" *
          doctest::skip(support::under_thread_sanitizer)) {
    on_fibers([](auto& on) { emulated::check_queue(on); });
}

TEST_CASE("last_block_guard tells one block, which sees what all wrote, and resets itself [fibers]" *
          doctest::skip(support::under_thread_sanitizer)) {
    on_fibers([](auto& on) { emulated::check_guard(on); });
}
