// SPDX-License-Identifier: Apache-2.0
// The same items give the same bits: every time, at any address, behind any iterator, with any number of
// workers.
//
// If order or grouping was dropped, the same call still gives the same bits.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/reduce.hpp>
#include <impulse/tree.hpp>

#if defined(IMPULSE_HOST_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace {

/// Numbers of very different sizes, whose sum depends on the grouping.
std::vector<float> uneven_floats(index_t n) {
    auto random = support::random_source(40);
    std::vector<float> items;
    for (index_t i = 0; i < n; ++i) {
        const auto exponent = static_cast<int>(support::random_between(random, -20, 20));
        items.push_back(
            std::ldexp(static_cast<float>(support::random_between(random, -1000, 1000)), exponent));
    }
    return items;
}

struct hash_of {
    std::uint64_t operator()(float x) const { return std::bit_cast<std::uint32_t>(x); }
};

/// The float sum and the mix of the items from `first` on, and those of the tree.
template <class Policy, class It>
auto by_tree(const Policy& policy, It first, index_t n) {
    const It last = first + static_cast<std::iter_difference_t<It>>(n);
    return std::tuple(
        impulse::reduce(policy, first, last, 0.5f),
        impulse::transform_reduce(policy, first, last, std::uint64_t{1}, support::mix{}, hash_of{}));
}

std::tuple<float, std::uint64_t> the_tree(const std::vector<float>& items) {
    std::vector<std::uint64_t> hashes;
    for (const float x : items) hashes.push_back(hash_of{}(x));
    return {impulse::tree_fold(items, 0.5f, impulse::plus{}),
            impulse::tree_fold(hashes, std::uint64_t{1}, support::mix{})};
}

template <class Policy>
float unordered_sum(const Policy& policy, const float* first, index_t n) {
    return impulse::reduce(policy, first, first + n, 0.5f, impulse::unordered(impulse::plus{}));
}

/// Calls f with at most so many workers; with exactly so many if oneTBB allows more than there are
/// processors.
template <class F>
void with_workers(int most, const F& f) {
#if defined(IMPULSE_HOST_TBB)
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(most);
    arena.execute(f);
#else
    (void)most;
    f();
#endif
}

}  // namespace

TEST_CASE("repeatability: the tree's bits every time and for any number of workers") {
    const index_t n = support::scaled(3'000'000);
    const auto items = uneven_floats(n);
    const auto expected = the_tree(items);
    support::for_each_shape([&](auto, const auto& policy) {
        for (const int workers : {1, 2, 3, 8}) {
            CAPTURE(workers);
            with_workers(workers, [&] { CHECK(same_bits(by_tree(policy, items.data(), n), expected)); });
        }
    });
}

TEST_CASE("repeatability: the same bits wherever the items lie") {
    const index_t n = 100'003;
    const auto items = uneven_floats(n);
    const auto expected = the_tree(items);
    support::for_each_shape([&](auto, const auto& policy) {
        const float unordered = unordered_sum(policy, items.data(), n);
        for (std::size_t offset = 1; offset <= 16; ++offset) {
            CAPTURE(offset);
            std::vector<float> moved(offset, 1e30f);
            moved.insert(moved.end(), items.begin(), items.end());
            CHECK(same_bits(by_tree(policy, moved.data() + offset, n), expected));
            CHECK(same_bits(unordered_sum(policy, moved.data() + offset, n), unordered));
        }
    });
}

TEST_CASE("repeatability: the same bits behind any iterator") {
    const auto items = uneven_floats(50'001);
    const auto expected = the_tree(items);
    const std::deque<float> deque(items.begin(), items.end());
    const std::vector<float> reversed(items.rbegin(), items.rend());
    support::for_some_policies([&](auto, const auto& policy) {
        CHECK(same_bits(by_tree(policy, deque.begin(), 50'001), expected));
        CHECK(same_bits(by_tree(policy, reversed.rbegin(), 50'001), expected));
    });
}

TEST_CASE("repeatability: without order the same bits for the same call") {
    const index_t n = support::scaled(1'000'000);
    const auto items = uneven_floats(n);
    support::for_each_shape([&](auto, const auto& policy) {
        const float expected = unordered_sum(policy, items.data(), n);
        for (int again = 0; again < 5; ++again)
            CHECK(same_bits(unordered_sum(policy, items.data(), n), expected));
    });
}
