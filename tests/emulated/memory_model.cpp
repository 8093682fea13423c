// SPDX-License-Identifier: Apache-2.0
// The synchronization of the blocks of a grid, in every execution that the memory model allows: the library's
// own headers, with two or three blocks.
#include <doctest/doctest.h>

// All headers of the standard that the library includes. They must use the compiler's own atomics.
#include <algorithm>
#include <array>
#include <atomic>
#include <complex>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <ranges>
#include <span>
#include <sstream>
#include <thread>
#include <vector>

// This file renames the library, because here its atomics are those of the model checker.
#define impulse impulse_in_litmus
#define emulated emulated_in_litmus
#define litmus litmus_of_library
#include <emulated/litmus.hpp>

#include <emulated/place.hpp>

#include <impulse/guard.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

using impulse::index_t;
using litmus::machine;

namespace {

template <class Type>
bool is_zero(const Type& memory) {
    const unsigned char zeros[sizeof(Type)] = {};
    return std::memcmp(static_cast<const void*>(&memory), zeros, sizeof(Type)) == 0;
}

using single = std::uint32_t;  // one word of a flagged value
using pair = std::uint64_t;    // two words
constexpr int tile = 16;       // items of a subtree
constexpr auto last_block = impulse::last_block.tune({.items = tile});
constexpr auto work_queue = impulse::work_queue.tune({.items = tile});

/// Makes a call with so many resident blocks, in every possible execution. The result must be right, and the
/// call must leave nothing behind, so that each execution starts from the same state. Returns the number of
/// executions.
template <int Lanes = 1, class Policy, class Call>
long check_call(const Policy& policy, int resident, const Call& call) {
    machine all;
    return all.every_way([&] {
        emulated::gpu<machine, Lanes> on(all, {.resident = resident});
        on.without_clusters();
        if (!call(policy.on(on.place()))) throw std::logic_error("a wrong result");
        if (!on.counters_are_zero()) throw std::logic_error("a call leaves something behind");
    });
}

template <class Type>
std::vector<Type> counted(int count) {
    std::vector<Type> all(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)] = Type(i + 1) * Type(0x1'0000'0001);
    return all;
}

template <class Type>
auto sum_of_subtrees(int subtrees) {
    return [items = counted<Type>(subtrees * tile)](const auto& on) {
        return impulse::reduce(on, items, Type{}) == std::accumulate(items.begin(), items.end(), Type{});
    };
}

/// A work for the library's schedules with partials that are not atomic, like those of the host. It adds up
/// the numbers of the subtrees.
struct plain_work {
    struct problem_type {
        struct layout_type {};
    } problem;
    using accumulator = int;
    static constexpr bool takes_single_tile = false;
    static constexpr bool has_many = false;
    static constexpr bool lists = false;
    static constexpr bool may_wait = false;

    impulse::counters* shared;
    machine::plain<int>* partials;
    index_t subtrees;
    machine::plain<int>* sum;

    index_t iterations() const { return subtrees; }
    impulse::detail::subtree locate(index_t i) const {
        return {0, i, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(subtrees)};
    }
    std::uint64_t* ticket(const impulse::detail::subtree&) const { return &shared->ticket; }
    template <class Block>
    void take(Block& block, const impulse::detail::subtree& at) const {
        if (block.rank() == 0) partials[at.number] = static_cast<int>(at.number);
    }
    template <class Block>
    void join(Block& block, const impulse::detail::subtree&) const {
        if (block.rank() + 1 != block.size()) return;  // this is not the thread that took the ticket
        for (index_t i = 0; i < subtrees; ++i) *sum = *sum + partials[i];
    }
    template <class Block>
    void join_all(Block& block, index_t rank, index_t) const {
        if (rank == 0) join(block, locate(0));
    }
};

/// Runs a schedule with such a work in every possible execution; returns their number.
template <class Schedule>
long check_plain(int blocks, int resident, index_t subtrees) {
    machine all;
    return all.every_way([&] {
        emulated::gpu<machine, 2> on(all, {.resident = resident});
        std::vector<machine::plain<int>> partials(static_cast<std::size_t>(subtrees));
        machine::plain<int> sum;
        const impulse::detail::scheduled<Schedule, plain_work> body{
            {{}, &on.counters(), partials.data(), subtrees, &sum}, 0, 1};
        on.template run<true>(blocks, 2, sizeof(index_t), [&](auto& block) { body(block); });
        if (sum.value() != subtrees * (subtrees - 1) / 2) throw std::logic_error("a wrong sum");
        if (!on.counters_are_zero()) throw std::logic_error("a counter is not zero after a call");
    });
}

}  // namespace

TEST_SUITE_BEGIN("memory model" * doctest::skip(!litmus::is_available));

TEST_CASE("memory model: the last block to finish sees what thread 0 of every block wrote") {
    using impulse::last_block_schedule;
    using impulse::work_queue_schedule;
    CHECK(check_plain<last_block_schedule>(2, 2, 2) == 2);
    CHECK(check_plain<last_block_schedule>(2, 2, 4) == 6);
    CHECK(check_plain<last_block_schedule>(3, 2, 3) == 3);
    CHECK(check_plain<last_block_schedule>(3, 3, 3) == 6);
    CHECK(check_plain<work_queue_schedule>(2, 2, 3) > 100);
    CHECK(check_plain<work_queue_schedule>(3, 3, 2) > 10'000);
}

TEST_CASE("memory model: last_block, where the block that began last polls flagged values") {
    CHECK(check_call(last_block, 2, sum_of_subtrees<single>(2)) > 50);
    CHECK(check_call(last_block, 2, sum_of_subtrees<single>(3)) > 200);
    CHECK(check_call(last_block, 3, sum_of_subtrees<single>(3)) > 4'000);
    CHECK(check_call(last_block, 2, sum_of_subtrees<pair>(2)) > 2'000);
    CHECK(check_call<2>(last_block, 2, sum_of_subtrees<single>(2)) > 800);
}

TEST_CASE("memory model: work_queue, whose blocks fetch subtrees") {
    CHECK(check_call(work_queue, 2, sum_of_subtrees<single>(2)) > 1'000);
    CHECK(check_call(work_queue, 2, sum_of_subtrees<pair>(2)) > 7'000);
}

TEST_CASE("memory model: an answer that is settled early") {
    constexpr int half = 64;
    for (const int at : {0, half, 2 * half}) {
        std::array<bool, 2 * half> items{};
        if (at < 2 * half) items[static_cast<std::size_t>(at)] = true;
        CHECK(check_call(impulse::last_block.tune({.items = half}), 2, [&](const auto& on) {
                  return impulse::reduce(on, items, false, impulse::logical_or{}) == (at < 2 * half);
              }) >= 20);
    }
}

TEST_CASE("memory model: a value is posted to the host") {
    machine all;
    CHECK_NOTHROW(all.every_way([&] {
        impulse::flagged_value<pair> flagged{};
        all.run(2, [&](int t) {
            const pair value = 0x1234'5678'9abc'def0;
            if (t == 0) return flagged.post(impulse::uninitialized<pair>(value));
            decltype(flagged)::poll seen;
            for (seen.at(flagged); !seen.has_all(); seen.at(flagged)) all.pause();
            if (*seen.take(flagged) != value) throw std::logic_error("a wrong value");
        });
        if (!is_zero(flagged)) throw std::logic_error("a flagged value is full after a call");
    }));
}

TEST_SUITE_END();
