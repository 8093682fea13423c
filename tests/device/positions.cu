// SPDX-License-Identifier: Apache-2.0
// Positions of extreme numbers on the GPU: those of the host and of the standard library.
#include "gpu.cuh"

#include <impulse/extrema.hpp>
#include <impulse/host.hpp>

#include <algorithm>
#include <limits>

TEST_CASE_TEMPLATE(
    "algorithms: the host's positions of extreme numbers, zeros of both signs and NaN among them", T,
    std::uint8_t, unsigned, std::int64_t, float, double) {
    const auto how = impulse::automatic.on(impulse::device);
    for (const index_t n : {1, 2, 33, 1000, 50'000, 300'007}) {
        CAPTURE(n);
        const auto made = [&](bool with_nan) {
            return support::make_items(n, [=](index_t i) {
                const auto bits = support::scatter(static_cast<std::uint64_t>(i));
                const auto small = static_cast<std::int64_t>(bits % 8) - 4;
                if constexpr (std::is_floating_point_v<T>) {
                    if (with_nan && bits % 4099 == 0) return std::numeric_limits<T>::quiet_NaN();
                    if (small == 0 && (bits >> 40) % 2 != 0) return -T(0);
                }
                return static_cast<T>(small + 4 * !std::is_signed_v<T>);
            });
        };
        const auto items = made(true);
        const gpu::buffer<T> x(items);
        CHECK(impulse::argmin(how, x) == impulse::argmin(items));
        const auto numbers = made(false);  // the standard's algorithms do not specify NaN
        const gpu::buffer<T> y(numbers);
        const auto begin = numbers.begin();
        const auto end = numbers.end();
        CHECK(impulse::max_element(how, y) - y.begin() == std::max_element(begin, end) - begin);
        if constexpr (std::is_same_v<T, std::uint8_t> || std::is_same_v<T, float>) {
            CHECK(impulse::argmax(how, x) == impulse::argmax(items));
            const auto both = std::minmax_element(begin, end);
            const auto [least, most] = impulse::minmax_element(how, y);
            CHECK(least - y.begin() == both.first - begin);
            CHECK(most - y.begin() == both.second - begin);
            CHECK(impulse::min_element(how, y) - y.begin() == both.first - begin);
        }
    }
}
