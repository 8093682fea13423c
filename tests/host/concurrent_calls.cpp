// SPDX-License-Identifier: Apache-2.0
// Concurrent calls from several threads, and calls from within an operator.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#include <atomic>
#include <cfenv>
#include <thread>

using support::stretch;

TEST_CASE("concurrent calls: every thread rounds as the caller does") {
    const std::vector<float> items(3'000'000, 0.1f);
    const float nearest = impulse::tree_fold(items, 0.f);
    std::fesetround(FE_UPWARD);
    const float upward = impulse::tree_fold(items, 0.f);
    std::vector<float> sums;
    support::for_each_policy(
        [&](const char*, const auto& policy) { sums.push_back(impulse::reduce(policy, items, 0.f)); });
    std::fesetround(FE_TONEAREST);
    CHECK(upward > nearest);
    for (const float sum : sums) CHECK(sum == upward);
    CHECK(impulse::reduce(items, 0.f) == nearest);
}

TEST_CASE("concurrent calls: from several threads, some of which throw") {
    const index_t n = support::scaled(400'000);
    const auto items = support::make_items(n, support::make_stretch{});
    std::atomic<int> wrong = 0;
    const auto work = [&](int thread) {
        for (int round = 0; round < 5; ++round)
            support::for_each_policy([&](const char*, const auto& policy) {
                const auto word =
                    impulse::reduce(policy, items, stretch{-thread, 0}, support::join_stretches{});
                wrong += word != stretch{-thread, n};
                try {
                    (void)impulse::reduce(policy, items, items[0], [](stretch, stretch) -> stretch {
                        throw std::runtime_error("no");
                    });
                    ++wrong;
                } catch (const std::runtime_error&) {
                }
            });
    };
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) threads.emplace_back(work, t);
    }
    CHECK(wrong == 0);
}

TEST_CASE("concurrent calls: a reduction of reductions") {
    const auto rows = support::make_items(200, [](index_t i) {
        return std::array<index_t, 2>{1000 * i, 1000 * (i + 1)};
    });
    support::for_some_policies([&](auto, const auto& policy) {
        const auto word_of_row = [&](const std::array<index_t, 2>& row) {
            const auto letters = support::make_items(
                row[1] - row[0], [&](index_t i) { return support::make_stretch{}(row[0] + i); });
            return impulse::reduce(policy, letters, stretch{row[0], row[0]}, support::join_stretches{});
        };
        CHECK(impulse::transform_reduce(policy, rows, stretch{0, 0}, support::join_stretches{},
                                        word_of_row) == stretch{0, 200'000});
    });
}
