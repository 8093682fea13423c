// SPDX-License-Identifier: Apache-2.0
// The calls that are measured: a row for each algorithm and type. Its sides are Impulse's call and its
// rivals.
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <string>
#include <timing.hpp>

#include "items.hpp"

namespace perf {

struct sample {
    double seconds;  ///< of one call
    double value;    ///< the result, if it is a number; else NaN
};

struct side {
    std::string name;  ///< empty for Impulse's
    std::function<sample(std::int64_t calls)> take;
};

struct row {
    std::string name;
    std::vector<side> sides;
};

/// Each call needs the result of the one before; otherwise a processor would overlap short calls.
template <class Item, class Call>
side timed(const char* name, std::span<const Item> x, Call call) {
    return {name, [x, call](std::int64_t calls) {
                const volatile std::size_t unknown = 0;
                const std::size_t zero = unknown;
                const Item* begin = x.data();
                sample taken{0, std::nan("")};
                taken.seconds = seconds_of([&] {
                                    for (std::int64_t c = 0; c < calls; ++c) {
                                        const auto value = call(items_of<Item>(begin, x.size()));
                                        benchmark::DoNotOptimize(value);
                                        unsigned char byte;
                                        std::memcpy(&byte, &value, 1);
                                        begin = x.data() + (byte & zero);
                                        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                                            taken.value = static_cast<double>(value);
                                        benchmark::ClobberMemory();
                                    }
                                }) /
                                static_cast<double>(calls);
                return taken;
            }};
}

template <class Item>
std::vector<row> calls_of(std::span<const Item> x);

/// What a user would write or pick in place of the call: a loop, std:: with par_unseq, OpenMP, Thrust, Eigen,
/// NumPy; those that this machine has.
template <class Item>
std::vector<side> rivals_of(const std::string& call, std::span<const Item> x);

template <class Item>
std::vector<side> eigen_of(const std::string& call, std::span<const Item> x);

std::vector<side> numpy_of(const std::string& call, const char* type, std::int64_t n);

}  // namespace perf
