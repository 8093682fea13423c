// SPDX-License-Identifier: Apache-2.0
// Running reductions over the emulated transfer queues, with pushes of every kind and length.
#pragma once

#include <emulated/link.hpp>
#include <emulated/run.hpp>
#include <monoids.hpp>
#include <sizes.hpp>

#include <impulse/running.hpp>

#include <iterator>
#include <sstream>

namespace emulated {

/// The mix operator with leaves of sixteen items.
struct mix_of_sixteen : support::mix {
    static constexpr int leaf = 16;
    IMPULSE_SHARED std::uint64_t lift(std::uint64_t a) const { return support::scatter(a); }
    IMPULSE_SHARED void accumulate(std::uint64_t& acc, std::uint64_t a) const {
        acc = support::scatter(acc ^ 5 * a);
    }
};

/// Pushes items from every kind of memory in parts of random lengths, with values, saves and loads in
/// between. Host memory is overwritten after each push. Says what is wrong; nothing if all results are the
/// tree's.
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
        std::deque<std::vector<std::uint64_t>> there;  // stays as it is until all is reduced
        for (index_t at = 0; at < std::ssize(items);) {
            const index_t most = index_t{1} << random_between(random, 0, 10);
            const index_t end = std::min(at + random_between(random, 0, most), std::ssize(items));
            std::vector<std::uint64_t> some(items.begin() + at, items.begin() + end);
            memory_lies = static_cast<impulse::memory_location>(random() % 3);
            if (memory_lies == impulse::memory_location::in_place) {
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
        auto rebind_source = std::move(running);
        if (rebind_source.value() != impulse::tree_fold(items, init, op)) return "the last value is wrong";
        rebind_source.push(items);
        rebind_source.clear();  // in the middle of the work
        if (rebind_source.count() != 0 || rebind_source.value() != init)
            return "something is left after a clear";
    }
    return "";
}

}  // namespace emulated
