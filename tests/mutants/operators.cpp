// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of operators that are taken in a way of their own, in small.
#include "fibers.hpp"

#include <impulse/extrema.hpp>
#include <impulse/policies/last_block.hpp>
#include <impulse/statistics.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <vector>

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
    for (std::size_t i = 0; i < some.size() && i < 16; ++i) {
        some[i] = T{3};
        check(impulse::reduce(policy, some, T{100}, impulse::minimum{}) == 3, "the least of narrow items");
        some[i] = T{9};
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

}  // namespace

int main() try {
    emulated::fibers machine(turns::by_chance);
    gpu on(machine, {2, 1, 2});
    emulated::gpu<emulated::fibers, 16> wide(machine, {1, 1, 2});
    for (const int n : {1, 2, 3, 255, 256, 300, 1024, 1111, 5000}) {
        const auto policy = impulse::last_block.on(on.place());
        check_words(policy, narrow_items<std::int8_t>(n, 250));
        check_words(policy, narrow_items<std::uint8_t>(n, 250));
        check_words(policy, narrow_items<std::uint16_t>(n, 60'000));
        check_positions(policy, narrow_items<std::uint8_t>(n, 150));
        check_positions(policy, narrow_items<std::int16_t>(n, 7));
        check_positions(policy, narrow_items<int>(n, 7));
        check_variance(policy, narrow_items<float>(n, 1000));
    }
    for (const int n : {1, 1000, 1024, 4096, 5000, 8192 + 100, 3 * 4096 + 2000, 4096 + 2454})
        check_rounds(impulse::last_block.tune({.threads = 32, .items = 1 << 14}).on(wide.place()),
                     narrow_items<std::uint32_t>(n, 1'000'000));
} catch (const std::exception& error) {
    check(false, error.what());
}
