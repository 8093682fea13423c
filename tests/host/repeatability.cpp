// SPDX-License-Identifier: Apache-2.0
/// \file
/// The same call gives the same bits: every time, wherever the items lie, however many workers there are.
#include <doctest/doctest.h>

#include <build.hpp>
#include <policies.hpp>
#include <seed.hpp>

#include <impulse/reduce.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#if defined(IMPULSE_HOST_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#endif

using impulse::index_t;

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

/// The bits of sums of n floats from `first` on: order dropped, and kept.
template <class Policy>
std::vector<std::uint32_t> bits_of_sums(const Policy& policy, const float* first, index_t n) {
    return {std::bit_cast<std::uint32_t>(impulse::reduce(policy, first, first + n, 0.5f)),
            std::bit_cast<std::uint32_t>(
                impulse::reduce(policy, first, first + n, 0.5f, impulse::ordered(impulse::plus{})))};
}

/// Calls f with so many workers at most; so many, where oneTBB lets us have more than there are processors.
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

TEST_CASE("repeatability: the same bits every time and for any number of workers") {
    const index_t n = support::scaled(3'000'000);
    const auto items = uneven_floats(n);
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        const auto expected = bits_of_sums(policy, items.data(), n);
        for (const int workers : {1, 2, 3, 8}) {
            CAPTURE(workers);
            with_workers(workers, [&] { CHECK(bits_of_sums(policy, items.data(), n) == expected); });
        }
    });
}

TEST_CASE("repeatability: the same bits wherever the items lie") {
    const index_t n = 100'003;
    const auto items = uneven_floats(n);
    support::for_each_shape([&](const char* name, const auto& policy) {
        CAPTURE(name);
        const auto expected = bits_of_sums(policy, items.data(), n);
        for (std::size_t offset = 1; offset <= 16; ++offset) {
            CAPTURE(offset);
            std::vector<float> moved(offset, 1e30f);
            moved.insert(moved.end(), items.begin(), items.end());
            CHECK(bits_of_sums(policy, moved.data() + offset, n) == expected);
        }
    });
}

TEST_CASE("repeatability: the plan of a queue depends on no number of workers") {
    for (const index_t n : {index_t{0}, index_t{1}, index_t{1000}, index_t{1} << 40}) {
        CAPTURE(n);
        const impulse::grid alone = impulse::detail::queue_grid(n, 4096, 32, 1, 1, {});
        for (const index_t resident : {2, 64, 4096}) {
            const impulse::grid many = impulse::detail::queue_grid(n, 4096, 32, resident, 1, {});
            CHECK(many.items == alone.items);
            CHECK(many.slots == alone.slots);
            CHECK(many.blocks <= resident);
        }
        CHECK(alone.slots <= 4096);
        CHECK(alone.slots * alone.items >= n);
        CHECK(alone.items % 32 == 0);
    }
}
