// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of operators that are taken in a way of their own, in small.
#include "fibers.hpp"

#include <copied_by_hand.hpp>

#include <impulse/extrema.hpp>
#include <impulse/norm.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/statistics.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <ranges>
#include <vector>

using by_hand = support::copied_by_hand<3>;
template <>
struct impulse::copies_as_bytes<by_hand> : std::true_type {};

namespace {

template <class T>
std::vector<T> narrow_items(int n, unsigned different) {
    std::vector<T> items;
    std::uint32_t random = 12'345;
    for (int i = 0; i < n; ++i) {
        random = random * 1'664'525 + 1'013'904'223;
        items.push_back(static_cast<T>((random >> 8) % different + (different < 200 ? 100 : 0)));
    }
    return items;
}

template <class T, class Policy>
void check_words(const Policy& policy, const std::vector<T>& items) {
    std::int64_t sum = 5;
    for (const T x : items) sum += x;
    check(impulse::reduce(policy, items, std::int64_t{5}, impulse::plus{}) == sum, "the sum of narrow items");
    std::vector<T> some(items.size(), T{9});
    for (const std::size_t chunk : {std::size_t{0}, 32 * 16 / sizeof(T)}) {  // the first and second of a lane
        for (std::size_t i = chunk; i < some.size() && i < chunk + 16; ++i) {
            some[i] = T{3};
            check(impulse::reduce(policy, some, T{100}, impulse::minimum{}) == 3,
                  "the least of narrow items");
            some[i] = T{9};
        }
    }
}

template <class T, class Policy>
void check_positions(const Policy& policy, const std::vector<T>& items) {
    check(impulse::min_element(policy, items) == std::min_element(items.begin(), items.end()), "min_element");
    check(impulse::max_element(policy, items) == std::max_element(items.begin(), items.end()), "max_element");
    check(impulse::minmax_element(policy, items) == std::minmax_element(items.begin(), items.end()),
          "minmax_element");
}

struct large_mix {
    struct value {
        std::uint32_t word[6];
        bool operator==(const value&) const = default;
    };
    value lift(std::uint32_t item) const { return {{item, item + 1, item + 2, 3, 4, 5}}; }
    value operator()(const value& a, const value& b) const {
        value v;
        for (int w = 0; w < 6; ++w)
            v.word[w] = (a.word[w] ^ (b.word[w] >> 5)) * 2'654'435'761u + 3 * b.word[w];
        return v;
    }
};

template <class Policy>
void check_rounds(const Policy& policy, const std::vector<std::uint32_t>& items) {
    const auto init = large_mix{}.lift(7);
    check(impulse::reduce(policy, items, init, large_mix{}) == impulse::tree_fold(items, init, large_mix{}),
          "a tile in rounds");
    const auto twice = [](std::uint32_t item) { return 2 * item; };
    std::vector<std::uint32_t> doubled(items);
    for (std::uint32_t& each : doubled) each *= 2;
    check(impulse::transform_reduce(policy, items, init, large_mix{}, twice) ==
              impulse::tree_fold(doubled, init, large_mix{}),
          "a tile in rounds that is not staged");
}

struct step_mix {
    static constexpr int leaf = 64;
    std::uint64_t lift(std::uint8_t item) const { return item + 7u; }
    void accumulate(std::uint64_t& acc, std::uint8_t item) const {
        acc = (acc ^ acc >> 29) * 1'000'003 + item;
    }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        return (a ^ a >> 31) * 2'654'435'761u + b;
    }
};

struct packed_mix : step_mix {
    using step_mix::lift;
    std::uint64_t lift(const impulse::pack<std::uint8_t, 64>& items) const {
        std::uint64_t acc = lift(items[0]);
        for (int i = 1; i < leaf; ++i) accumulate(acc, items[i]);
        return acc;
    }
};

template <class Policy>
void check_packs(const Policy& policy, const std::vector<std::uint8_t>& items) {
    const std::uint64_t init = 5, expected = impulse::tree_fold(items, init, step_mix{});
    check(impulse::reduce(policy, items, init, packed_mix{}) == expected, "whole leaves at once");
    const auto same = [](std::uint8_t item) { return item; };
    check(impulse::transform_reduce(policy, items, init, packed_mix{}, same) == expected,
          "whole leaves of what a function makes");
}

template <class Policy>
void check_variance(const Policy& policy, const std::vector<float>& items) {
    const double there = impulse::variance(policy, items);
    const double serial = impulse::variance(items);
    double mean = 0, squares = 0;
    for (const float x : items) mean += x;
    mean /= static_cast<double>(items.size());
    for (const float x : items) squares += (x - mean) * (x - mean);
    check(std::memcmp(&there, &serial, sizeof(double)) == 0, "variance: the bits of the host");
    check(std::abs(there * static_cast<double>(items.size()) - squares) <= 1e-9 * squares, "variance");
}

void check_numbers() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    check(impulse::argmin({2.f, 1.f, nan, 0.f, nan}) == 2, "argmin of NaN");
    check(impulse::argmax({2.f, 1.f, nan, 3.f, nan}) == 2, "argmax of NaN");
    check(impulse::argmin({1.f, 0.f, -0.f}) == 2, "argmin of zeros");
    check(impulse::norm({3 * 0x1p-600, 4 * 0x1p-600}) == 5 * 0x1p-600, "the norm of what is small");
    check(impulse::norm({3 * 0x1p600, 4 * 0x1p600, 1.0}) == 5 * 0x1p600, "the norm of what is large");
    check(impulse::norm({3 * 0x1p-511, 0x1p-512}) > 3 * 0x1p-511, "the norm of small and middling numbers");
    check(impulse::stddev({2, 4, 4, 4, 5, 5, 7, 9}) == 2, "stddev");
    check(impulse::weighted_mean({1, 5}, {1, 3}) == 4, "weighted_mean");
    check(std::isnan(impulse::weighted_mean({1, 2}, {-1.5, 1.5})), "weights that sum to zero");
    const std::vector<int> x{1, 2, 3, 4};
    const auto small = [](int each) { return each < 3; };
    check(impulse::reduce(x | std::views::take_while(small)) == 3, "a view that does not know its length");
}

template <class Place>
void check_copies(const Place& place) {
    std::vector<by_hand> items;
    for (std::uint32_t i = 0; i < 300; ++i) items.emplace_back(77'777 * i);
    by_hand out(0);
    impulse::reduce_into(impulse::last_block.on(place), items, &out, by_hand(5), support::mix_by_hand{});
    check(out == impulse::tree_fold(items, by_hand(5), support::mix_by_hand{}), "copies written by hand");
}

}  // namespace

int main() try {
    check_numbers();
    emulated::fibers machine(turns::by_chance);
    gpu on(machine, {2, 1, 2});
    check_copies(on.place());
    emulated::gpu<emulated::fibers, 16> wide(machine, {1, 1, 2});
    for (const int n : {1, 2, 3, 255, 256, 300, 1024, 1111, 5000}) {
        const auto policy = impulse::last_block.on(on.place());
        check_words(policy, narrow_items<std::int8_t>(n, 250));
        check_words(policy, narrow_items<std::uint8_t>(n, 250));
        check_words(policy, narrow_items<std::uint16_t>(n, 60'000));
        check_packs(policy, narrow_items<std::uint8_t>(n, 250));
        check_positions(policy, narrow_items<std::uint8_t>(n, 150));
        check_positions(policy, narrow_items<std::int16_t>(n, 7));
        check_positions(policy, narrow_items<int>(n, 7));
        std::vector<float> numbers = narrow_items<float>(n, 7);  // from 100 on
        for (float& x : numbers) x = x < 105 ? x - 105 : x == 105 ? -0.f : 0.f;
        check_positions(policy, numbers);
        check_variance(policy, narrow_items<float>(n, 1000));
    }
    for (const int n : {1, 1000, 1024, 4096, 5000, 8192 + 100, 3 * 4096 + 2000, 4096 + 2454})
        check_rounds(impulse::last_block.tune({.threads = 32, .items = 1 << 14}).on(wide.place()),
                     narrow_items<std::uint32_t>(n, 1'000'000));
} catch (const std::exception& error) {
    check(false, error.what());
}
