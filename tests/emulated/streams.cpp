// SPDX-License-Identifier: Apache-2.0
// Running reductions over transfer queues: in any order of copies and reductions, no item is read before it
// has arrived, or after the caller may reuse its memory.
#include <suite.hpp>

#include <emulated/link.hpp>
#include <emulated/run.hpp>

#include <impulse/running.hpp>

namespace {

using namespace emulated;

/// Pushes items from every kind of memory in pieces of random lengths, with values, saves and loads in
/// between. Host memory is overwritten after each push. Returns what is wrong, or an empty string if all
/// results are the tree's.
template <class Op>
std::string fault_in_streams(const Op& op, unsigned long long salt) {
    using support::random_between;
    auto random = support::random_source(salt);
    fibers machine(turns::by_chance);
    gpu<fibers, 4> on(machine, {2, 1, 2});
    const auto how = impulse::last_block.on(on.place());
    constexpr std::uint64_t init = 5;
    const auto items = support::make_items(2000, support::make_hash{});
    const auto make = [&] { return impulse::running_reduction<std::uint64_t>(how, init, op); };
    for (int trial = 0; trial < 20; ++trial) {
        auto running = make();
        std::deque<std::vector<std::uint64_t>> there;  // stays unchanged until all items are reduced
        for (index_t at = 0; at < std::ssize(items);) {
            const index_t most = index_t{1} << random_between(random, 0, 10);
            const index_t end = std::min(at + random_between(random, 0, most), std::ssize(items));
            std::vector<std::uint64_t> some(items.begin() + at, items.begin() + end);
            location = static_cast<impulse::memory_location>(random() % 3);
            if (location == impulse::memory_location::in_place) {
                there.push_back(std::move(some));
                running.push(there.back());
            } else {
                running.push(some);
                std::fill(some.begin(), some.end(), 0);
            }
            at = end;
            if (running.count() != at) return "the count is wrong";
            if (random() % 8 != 0) continue;
            if (random() % 2 == 0) {
                std::stringstream file;
                running.save(file, "numbers");
                running = make();
                running.load(file, "numbers");
            }
            const std::vector<std::uint64_t> before(items.begin(), items.begin() + at);
            if (running.value() != impulse::tree_fold(before, init, op)) return "a value in between is wrong";
        }
        auto moved = std::move(running);
        if (moved.value() != impulse::tree_fold(items, init, op)) return "the last value is wrong";
        moved.push(items);
        moved.clear();  // in the middle of the work
        if (moved.count() != 0 || moved.value() != init) return "something is left after a clear";
    }
    return "";
}

}  // namespace

TEST_SUITE_BEGIN("emulated streams" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("streams: items of any memory give the bits of the whole") {
    CHECK(fault_in_streams(support::mix{}, 1) == "");
}

TEST_CASE("streams: also by leaves") { CHECK(fault_in_streams(support::mix_of_sixteen{}, 2) == ""); }

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
    emulated::location = impulse::memory_location::elsewhere;  // another case may have changed it
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
