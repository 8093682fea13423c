// SPDX-License-Identifier: Apache-2.0
// Policies on grids of emulated blocks: operators that take items in special ways.
#include <suite.hpp>

#include <emulated/inputs.hpp>

#include <impulse/extrema.hpp>
#include <impulse/norm.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/tree.hpp>

using emulated::for_each_input;

TEST_SUITE_BEGIN("emulated operators" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("variance, whose joins are of equal counts or not") {
    const auto make = [](std::mt19937_64& random) { return static_cast<float>(random() % 1000) * 0.37f; };
    for_each_input<8>(512, make, [](const auto& items, const auto& policy) {
        const double serial = impulse::variance(items);
        const double there = impulse::variance(policy, items);
        CHECK(std::memcmp(&serial, &there, sizeof(double)) == 0);
    });
}

TEST_CASE("norms and weighted means, whose accumulators are larger than their items") {
    const auto make = [](std::mt19937_64& random) {
        const auto bits = random();  // covers the scales of all three sums
        return std::ldexp(static_cast<double>(bits % 1000) * 0.37,
                          700 * (static_cast<int>((bits >> 40) % 3) - 1));
    };
    for_each_input<8>(256, make, [](const auto& items, const auto& policy) {
        CHECK(same_bits(impulse::norm(policy, items), impulse::norm(items)));
        CHECK(same_bits(impulse::weighted_mean(policy, items, items), impulse::weighted_mean(items, items)));
    });
}

TEST_CASE("indices of extreme numbers, NaN among them") {
    const auto make = [](std::mt19937_64& random) {
        const auto bits = random() % 5000;
        if (bits == 0) return std::numeric_limits<float>::quiet_NaN();
        return bits % 2 == 0 ? -0.f : static_cast<float>(bits % 100) - 50;
    };
    for_each_input<8>(512, make, [](const auto& items, const auto& policy) {
        const auto here = [&](index_t i) { return items[static_cast<std::size_t>(i)]; };
        if (items.empty()) return;
        const index_t least = impulse::argmin(policy, items), most = impulse::argmax(policy, items);
        CHECK(same_bits(here(least), impulse::min_value(policy, items)));
        CHECK(same_bits(here(most), impulse::max_value(policy, items)));
        CHECK(least == impulse::argmin(items));
        CHECK(most == impulse::argmax(items));
    });
}

namespace {

/// Counts calls on items that do not exist: those have the value 0, and no item is 0.
int calls_on_nothing = 0;

/// Converts to a number; the conversion is a caller's function.
struct converting {
    std::uint64_t bits;
    operator std::uint64_t() const {
        if (bits == 0) ++calls_on_nothing;
        return bits;
    }
};

/// Accumulates items and has no `lift`.
struct accumulating {
    std::uint64_t identity() const { return 7; }
    void accumulate(std::uint64_t& acc, const std::uint64_t& item) const {
        if (item == 0) ++calls_on_nothing;
        acc = support::scatter(5 * acc + item);
    }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return support::mix{}(a, b); }
};

}  // namespace

TEST_CASE("nothing of a caller's is called for items that are not there") {
    const auto make = [](std::mt19937_64& random) { return random() | 1; };
    for_each_input<8>(256, make, [](const std::vector<std::uint64_t>& items, const auto& policy) {
        calls_on_nothing = 0;
        const std::uint64_t init = 3;
        CHECK(impulse::reduce(policy, items, init, accumulating{}) ==
              impulse::tree_fold(items, init, accumulating{}));
        CHECK(calls_on_nothing == 0);
        std::vector<converting> same;
        for (const std::uint64_t item : items) same.push_back({item});
        CHECK(impulse::reduce(policy, same, init, support::mix{}) ==
              impulse::tree_fold(items, init, support::mix{}));
        CHECK(calls_on_nothing == 0);
    });
}

TEST_SUITE_END();
