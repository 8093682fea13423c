// SPDX-License-Identifier: Apache-2.0
// The calls of one type that are compared with the roof. They take long to compile, so there is one file for
// each type.
#pragma once

#include <benchmark/benchmark.h>

#include <impulse/algorithms.hpp>
#include <impulse/nan.hpp>
#include <impulse/norm.hpp>

#include <memory>
#include <type_traits>

#include "roof.hpp"

namespace perf {

template <class T>
roof_items make_roof_items(std::int64_t bytes) {
    const auto n = static_cast<std::size_t>(bytes) / sizeof(T);
    const auto items = std::make_shared<std::vector<T>>();
    std::uint32_t s = 1;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525 + 1013904223;
        items->push_back(static_cast<T>(static_cast<int>((s >> 16) % 201) - 100));
        if constexpr (std::is_floating_point_v<T>) items->back() += T(0.25);
    }
    roof_items all{"", bytes, {}};
    all.calls.push_back({"roof", 1, [items, bytes] { add_words(items->data(), bytes); }});
    const auto add = [&](const char* name, auto call, int arrays = 1) {
        all.calls.push_back({name, arrays, [items, call] {
                                 auto result = call(*items);
                                 benchmark::DoNotOptimize(result);
                             }});
    };
    using list = std::vector<T>;
    const auto plus = [](T a, T b) { return static_cast<T>(a + b); };
    const auto greater = [](T a, T b) { return a < b ? b : a; };
    add("sum", [](const list& x) { return impulse::sum(x); });
    add("dot", [](const list& x) { return impulse::dot(x, x); });
    add("norm", [](const list& x) { return impulse::norm(x); });
    add("mean", [](const list& x) { return impulse::mean(x); });
    add("count_if", [](const list& x) { return impulse::count_if(x, [](T v) { return v > T(0); }); });
    add("min_value", [](const list& x) { return impulse::min_value(x); });
    add("max_value", [](const list& x) { return impulse::max_value(x); });
    add("minmax_value", [](const list& x) { return impulse::minmax_value(x); });
    add("argmin", [](const list& x) { return impulse::argmin(x); });
    add("argmax", [](const list& x) { return impulse::argmax(x); });
    add("max_element", [](const list& x) { return impulse::max_element(x); });
    add("minmax_element", [](const list& x) { return impulse::minmax_element(x); });
    add("variance", [](const list& x) { return impulse::variance(x); });
    add("nansum", [](const list& x) { return impulse::nansum(x); });
    add("nanmean", [](const list& x) { return impulse::nanmean(x); });
    add("nanmin", [](const list& x) { return impulse::nanmin(x); });
    add("nanargmin", [](const list& x) { return impulse::nanargmin(x); });
    add("lambda +", [=](const list& x) { return impulse::reduce(x, T(0), plus); });
    add("lambda max", [=](const list& x) { return impulse::reduce(x, T(0), greater); });
    add("unordered +", [=](const list& x) { return impulse::reduce(x, T(0), impulse::unordered(plus)); });
    return all;
}

}  // namespace perf
