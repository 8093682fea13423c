// SPDX-License-Identifier: Apache-2.0
//
// Mean and variance of f32, compared with the plain sum of the same items; and the moments of the examples:
// count, mean, variance, minimum and maximum of i32, and their positions.
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <moments.hpp>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

constexpr double floor_of(std::int64_t n) { return n >= 1 << 26 ? 0.95 : n >= 1 << 20 ? 0.85 : 0; }

template <class Result, const auto& Algorithm>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side_by<float, Result, Algorithm>(n)},
                    entrant{"sum", impulse_side<float>(n, 0.f, impulse::plus{}), floor_of(n), false},
                    entrant{"cub sum", cub_sum_side<float>(n), 0, false});
}

std::vector<entrant> sides_of_seven(std::int64_t n) {
    return sides_of(
        entrant{"impulse", impulse_side<std::int32_t>(n, examples::moments{}, examples::join_moments{})},
        entrant{"sum", impulse_side<std::int32_t>(n, 0, impulse::plus{}), floor_of(n), false});
}

}  // namespace

rows moments() {
    rows all;
    const auto powers = {16, 20, 24, 26, 28, 30};
    add_powers<float, double>(all, "gpu/mean", powers, sides<double, impulse::mean_into>);
    add_powers<float, double>(all, "gpu/variance", powers, sides<double, impulse::variance_into>);
    add_powers<std::int32_t, double>(all, "gpu/seven statistics of i32", powers, sides_of_seven);
    return all;
}

}  // namespace perf
