// SPDX-License-Identifier: Apache-2.0
// The table of Impulse's calls. They take long to compile, so there is one file for each type.
#pragma once

#include <impulse/algorithms.hpp>

#include "calls.hpp"

namespace perf {

template <class T>
std::vector<row> calls_of(std::span<const T> items) {
    using list = items_of<T>;
    using word = std::conditional_t<(sizeof(T) < 8), std::uint32_t, std::uint64_t>;
    constexpr bool is_float = std::is_floating_point_v<T>;
    const auto plus = [](T a, T b) { return static_cast<T>(a + b); };
    const auto times = [](T a, T b) {
        if constexpr (is_float)
            return a * b;
        else
            return static_cast<T>(static_cast<word>(a) * static_cast<word>(b));  // it may overflow
    };
    const auto greater = [](T a, T b) { return a < b ? b : a; };
    std::vector<row> all;
    const auto add = [&](const char* name, auto call) { all.push_back({name, {timed("", items, call)}}); };
    add("sum", [](list x) { return impulse::sum(x); });
    add("dot", [](list x) {  // two arrays, of as many bytes together
        return impulse::dot(x.first(x.size() / 2), x.last(x.size() / 2));
    });
    add("product", [](list x) { return impulse::product(x); });
    add("norm", [](list x) { return impulse::norm(x); });
    add("mean", [](list x) { return impulse::mean(x); });
    add("count_if", [](list x) { return impulse::count_if(x, [](T v) { return v > T(0); }); });
    add("all_of", [](list x) { return impulse::all_of(x, [](T v) { return v > T(-101); }); });
    add("min_value", [](list x) { return impulse::min_value(x); });
    add("max_value", [](list x) { return impulse::max_value(x); });
    add("minmax_value", [](list x) { return impulse::minmax_value(x); });
    add("argmin", [](list x) { return impulse::argmin(x); });
    add("argmax", [](list x) { return impulse::argmax(x); });
    add("min_element", [](list x) { return impulse::min_element(x) - x.begin(); });
    add("max_element", [](list x) { return impulse::max_element(x) - x.begin(); });
    add("minmax_element", [](list x) { return impulse::minmax_element(x); });
    add("variance", [](list x) { return impulse::variance(x); });
    add("stddev", [](list x) { return impulse::stddev(x); });
    add("moments", [](list x) { return impulse::reduce(x, impulse::moments{}); });
    add("moments, extremes", [](list x) {
        return impulse::reduce(x,
                               impulse::together(impulse::moments{}, impulse::min_loc{}, impulse::max_loc{}));
    });
    add("lambda +", [=](list x) { return impulse::reduce(x, T(0), plus); });
    add("lambda *", [=](list x) { return impulse::reduce(x, T(1), times); });
    add("lambda max", [=](list x) { return impulse::reduce(x, T(0), greater); });
    add("unordered lambda +", [=](list x) { return impulse::reduce(x, T(0), impulse::unordered(plus)); });
    add("unordered lambda *", [=](list x) { return impulse::reduce(x, T(1), impulse::unordered(times)); });
    if constexpr (is_float) {
        add("compensated_sum", [](list x) { return impulse::reduce(x, impulse::compensated_sum{}); });
        add("nansum", [](list x) { return impulse::nansum(x); });
        add("nanmean", [](list x) { return impulse::nanmean(x); });
        add("nanvar", [](list x) { return impulse::nanvar(x); });
        add("nanmin", [](list x) { return impulse::nanmin(x); });
        add("nanargmin", [](list x) { return impulse::nanargmin(x); });
    }
    return all;
}

}  // namespace perf
