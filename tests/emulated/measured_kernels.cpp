// SPDX-License-Identifier: Apache-2.0
// The kernels that perf/memory and perf/execution measure, on fibers: each result equals the host's.
#include <suite.hpp>

#include <emulated_gpus.hpp>

#include "../../perf/execution/kept.cuh"
#include "../../perf/execution/number_trees.cuh"
#include "../../perf/execution/rings.cuh"
#include "../../perf/execution/ways.cuh"
#include "../../perf/memory/plain_copies.cuh"
#include "../../perf/memory/private_arrays.cuh"

namespace {

constexpr int block = 64;

std::vector<int> numbers(int count) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i)
        all.push_back(static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) % 1001) - 500);
    return all;
}

std::vector<unsigned> words(int count) {
    std::vector<unsigned> all;
    for (const int each : numbers(count)) all.push_back(static_cast<unsigned>(each));
    return all;
}

int blocks_for(int n) { return ladder::divide_up(n, block); }

using perf::placement;

void copy(ladder::gpu& on, int n, const placement& load, const placement& store) {
    std::vector<int> from = numbers(static_cast<int>(load.at(n)) + 1);
    std::vector<int> to(static_cast<std::size_t>(store.at(n)) + 1, INT32_MIN);
    std::vector<int> expected = to;
    for (int i = 0; i < n; ++i)
        expected[static_cast<std::size_t>(store.at(i))] = from[static_cast<std::size_t>(load.at(i))];
    on.share(from, to);
    on.launch(perf::copy_placed, blocks_for(n), block, from.data(), load, to.data(), store, n);
    CHECK(to == expected);
}

int sum_on(ladder::gpu& on, void (*kernel)(const int*, int, int*), std::vector<int>& from, int n) {
    std::vector<int> out(1);
    on.share(from, out);
    on.launch(kernel, 3, block, from.data(), n, out.data());
    return out[0];
}

/// A kernel moves a whole array of n ints.
void move_whole(ladder::gpu& on, void (*kernel)(const int*, int*, int), int n, int fields) {
    std::vector<int> from = numbers(n * fields);
    std::vector<int> to(from.size(), INT32_MIN);
    on.share(from, to);
    on.launch(kernel, blocks_for(n), block, from.data(), to.data(), n);
    CHECK(to == from);
}

template <class Kernel, class Expected, class... Arguments>
void check_words(ladder::gpu& on, Kernel* kernel, int n, const Expected& expected, Arguments... arguments) {
    std::vector<unsigned> from = words(n);
    std::vector<unsigned> to(from.size(), 0x80808080u);
    on.share(from, to);
    on.launch(kernel, blocks_for(n), block, from.data(), to.data(), n, arguments...);
    for (int i = 0; i < n; ++i)
        CHECK(to[static_cast<std::size_t>(i)] == expected(i, from[static_cast<std::size_t>(i)]));
}

template <class Tree, class Number>
void check_tree(ladder::gpu& on, int n) {
    std::vector<Number> items;
    for (const int each : numbers(n)) items.push_back(static_cast<Number>(each));
    const Number expected = std::accumulate(items.begin(), items.end(), Number(0));
    std::vector<Number> scratch(static_cast<std::size_t>(n) / 128 + 4096);
    std::vector<Number> out(1);
    on.share(items, scratch, out);
    ladder::level_by_level(on, ladder::work<Number>{items.data(), n, scratch.data(), nullptr, out.data()},
                           perf::sum_by_tree<Tree, Number>, perf::tree_size, perf::tree_size);
    CHECK(out[0] == expected);
}

template <class Number>
void check_trees(ladder::gpu& on, int n) {
    check_tree<ladder::modulo_tree, Number>(on, n);
    check_tree<ladder::contiguous_tree, Number>(on, n);
    check_tree<ladder::interleaved_tree, Number>(on, n);
}

}  // namespace

TEST_SUITE_BEGIN("ladder" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("measured kernels: plain copies put each item in its place, and touch no other") {
    for (const auto& on : support::emulated_gpus()) {
        copy(*on, 200, {0, 1}, {0, 1});
        copy(*on, 200, {11, 1}, {0, 1});
        copy(*on, 200, {0, 1}, {11, 1});
        copy(*on, 200, {1, 8}, {3, 2});
        move_whole(*on, perf::copy_records<perf::record>, 200, 4);
        move_whole(*on, perf::copy_records<perf::aligned_record>, 200, 4);
        move_whole(*on, perf::copy_arrays<1>, 200, 1);
        move_whole(*on, perf::copy_arrays<4>, 200, 4);
    }
}

TEST_CASE("measured kernels: plain sums are of the items that their rows name") {
    constexpr int n = 500;
    std::vector<int> from = numbers(4 * n);
    int strided = 0;
    for (std::size_t i = 0; i < from.size(); i += 4) strided += from[i] + from[i + 1];
    for (const auto& on : support::emulated_gpus()) {
        std::vector<int> out(1);
        on->share(from, out);
        on->launch(perf::sum_placed<2>, 3, block, from.data(), placement{0, 4}, n, out.data());
        CHECK(out[0] == strided);
        CHECK(sum_on(*on, perf::sum_arrays<4>, from, n) == std::accumulate(from.begin(), from.end(), 0));
    }
}

TEST_CASE("measured kernels: a chain ends where one step of the repeated congruence leads") {
    for (const auto& on : support::emulated_gpus())
        for (const int steps : {0, 1, 2, 37}) {
            const perf::congruence end = perf::repeated(perf::usual_step, steps);
            std::vector<unsigned> from = words(4 * 2 * block);
            std::vector<unsigned> to(from.size());
            on->share(from, to);
            on->launch(perf::run_independent<4>, 2, block, from.data(), to.data(), perf::usual_step, steps);
            for (std::size_t i = 0; i < from.size(); ++i) CHECK(to[i] == end(from[i]));
        }
}

TEST_CASE("measured kernels: diverging threads take the way of their lane, or of their warp") {
    perf::way_steps steps{};
    for (unsigned way = 0; way < perf::max_ways; ++way) steps.of[way] = {2 * way + 3, way};
    for (const auto& on : support::emulated_gpus())
        for (const int shift : {0, 5}) {
            constexpr int count = 7;
            const auto by_way = [&](int ways) {
                return [&, ways](int i, unsigned x) {
                    return perf::repeated(steps.of[(i >> shift) % ways], count)(x);
                };
            };
            check_words(*on, perf::part_ways<1>, 200, by_way(1), shift, steps, count);
            check_words(*on, perf::part_ways<2>, 200, by_way(2), shift, steps, count);
            check_words(*on, perf::part_ways<32>, 2000, by_way(32), shift, steps, count);
            check_words(
                *on, perf::part_briefly, 200,
                [&](int i, unsigned x) { return (i >> shift) % 2 == 0 ? x + 100 : x * 200; }, shift);
            check_words(
                *on, perf::work_for_few, 2000,
                [&](int i, unsigned x) { return (i >> shift) % 32 == 0 ? steps.of[0](x) : x; }, shift,
                steps.of[0], 1);
        }
}

TEST_CASE("measured kernels: a chain of loads goes around its ring") {
    constexpr int lines = 128;
    constexpr int distance = 37;
    for (const auto& on : support::emulated_gpus()) {
        std::vector<int> ring(std::size_t{lines} * perf::line_words);
        std::vector<int> end(1);
        on->share(ring, end);
        on->launch(perf::link_lines, 2, block, ring.data(), lines, distance);
        on->launch(perf::chase, 1, 1, ring.data(), 300, end.data());
        CHECK(end[0] == 300 * distance % lines * perf::line_words);
    }
}

TEST_CASE("measured kernels: an array of a thread gives the same wherever it is") {
    constexpr int readers = perf::private_block;
    std::vector<int> from = numbers(64 * readers);
    const auto item = [&](int thread, int j) { return from[static_cast<std::size_t>(thread + j * readers)]; };
    const auto weighted = [&](int thread, int items) {
        int total = 0;
        for (int k = 0; k < items; ++k) total += item(thread, k * perf::some_order.factor % items) * (k + 1);
        return total;
    };
    const auto twice = [&](int thread, int items) {
        int total = 0;
        for (int j = 0; j < items; ++j) total += item(thread, j) * (weighted(thread, items) ^ j);
        return total;
    };
    for (const auto& on : support::emulated_gpus()) {
        std::vector<int> to(readers);
        const auto run = [&](void (*kernel)(const int*, perf::order, int*), int items, const auto& expected) {
            on->share(from, to);
            on->launch(kernel, 1, readers, from.data(), perf::some_order, to.data());
            for (int thread = 0; thread < readers; ++thread)
                CHECK(to[static_cast<std::size_t>(thread)] == expected(thread, items));
        };
        run(perf::in_registers<32>, 32, weighted);
        run(perf::in_local_memory<32>, 32, weighted);
        run(perf::in_shared_memory<32>, 32, weighted);
        run(perf::in_limited_registers<32>, 64, twice);
    }
}

TEST_CASE("measured kernels: what a thread keeps while it adds up is there afterwards") {
    constexpr int kept = 5;
    constexpr int n = 10'001;
    std::vector<int> from = numbers(n);
    constexpr std::size_t block_threads = perf::kept_block;
    for (const auto& on : support::emulated_gpus()) {
        std::vector<int> to(3 * block_threads);
        on->share(from, to);
        on->launch(perf::sum_and_keep<kept>, 3, perf::kept_block, from.data(), n, to.data());
        for (std::size_t thread = 0; thread < to.size(); ++thread) {
            int total = 0;
            for (std::size_t i = thread; i < from.size(); i += to.size()) total += from[i];
            int mixed = total;
            for (int j = 0; j < kept; ++j)
                mixed += from[(thread % block_threads + static_cast<std::size_t>(j)) % block_threads] *
                         (total ^ j);
            CHECK(to[thread] == mixed);
        }
    }
}

TEST_CASE("measured kernels: the trees add up numbers of every type") {
    for (const auto& on : support::emulated_gpus())
        for (const int n : {1, 255, 1000}) {
            check_trees<int>(*on, n);
            check_trees<float>(*on, n);
            check_trees<double>(*on, n);
        }
}

TEST_SUITE_END();
