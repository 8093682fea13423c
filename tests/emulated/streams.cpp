// SPDX-License-Identifier: Apache-2.0
// Running reductions over transfer queues: in any order of copies and reductions, no item is read before
// it has arrived, or after its memory belongs to the caller again.
#include <suite.hpp>

#include <emulated/streams.hpp>

TEST_SUITE_BEGIN("emulated streams" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("streams: items of any memory give the bits of the whole") {
    CHECK(emulated::fault_in_streams(support::mix{}, 1) == "");
}

TEST_CASE("streams: also by leaves") {
    CHECK(emulated::fault_in_streams(emulated::mix_of_sixteen{}, 2) == "");
}

namespace {

bool fails = false;
/// A sum whose joins fail on demand. A subtree of one item has no join on the GPU.
struct failing_sum {
    IMPULSE_SHARED std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        if (fails) throw std::runtime_error("fails");
        return a + b;
    }
};

}  // namespace

TEST_CASE("streams: where the operator throws in a save, nothing is written") {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 4> on(machine, {2, 1, 2});
    emulated::memory_lies = impulse::memory_location::elsewhere;  // as another case may not have left it
    int thrown = 0;
    for (int trial = 0; trial < 20; ++trial) {
        auto running = impulse::running_reduction<std::uint64_t>(impulse::last_block.on(on.place()),
                                                                 std::uint64_t{0}, failing_sum{});
        for (int i = 0; i < 4; ++i) running.push(std::vector<std::uint64_t>{1});
        std::ostringstream to;
        fails = true;
        try {
            running.save(to, "sum");
        } catch (const std::runtime_error&) {
            ++thrown;
            CHECK(to.str().empty());
        }
        fails = false;
        CHECK(running.value() == 4);
    }
    CHECK(thrown > 0);
}

TEST_SUITE_END();
