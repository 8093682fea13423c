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

template <class Result, const auto& Algorithm, auto... Args>
std::vector<entrant> sides(std::int64_t n) {
    std::vector<entrant> all;
    all.push_back({"impulse", impulse_side_of<float, Result>(
                                  impulse::automatic, n,
                                  [](const float* x, std::int64_t count, Result* out, const auto& use) {
                                      use(Algorithm, x, x + count, out, Args...);
                                  })});
    all.push_back(
        {"sum", impulse_side<float>(impulse::automatic, n, 0.f, impulse::plus{}), floor_of(n), false});
    all.push_back({"cub sum", cub_sum_side<float>(n), 0, false});
    return all;
}

std::vector<entrant> sides_of_seven(std::int64_t n) {
    std::vector<entrant> all;
    all.push_back({"impulse", impulse_side<std::int32_t>(impulse::automatic, n, examples::moments{},
                                                         examples::join_moments{})});
    all.push_back(
        {"sum", impulse_side<std::int32_t>(impulse::automatic, n, 0, impulse::plus{}), floor_of(n), false});
    return all;
}

}  // namespace

rows moments() {
    rows all;
    for (const int k : {16, 20, 24, 26, 28, 30}) {
        const std::int64_t n = std::int64_t{1} << k;
        all.push_back(compare<float, double>("gpu/mean", timing::gpu, n, sides<double, impulse::mean_into>));
        all.push_back(
            compare<float, double>("gpu/variance", timing::gpu, n, sides<double, impulse::variance_into>));
        all.push_back(
            compare<std::int32_t, double>("gpu/seven statistics of i32", timing::gpu, n, sides_of_seven));
    }
    return all;
}

}  // namespace perf
