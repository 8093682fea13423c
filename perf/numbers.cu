// SPDX-License-Identifier: Apache-2.0
//
// Sums of numbers of 1, 4 and 8 bytes, and of a range that is misaligned to 16 bytes.
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

/// `Result` is also the type of the initial value: int8 values are summed in int.
template <class T, class Result, bool HasFloor>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side<T>(n, Result{0}, impulse::plus{})},
                    entrant{"cub", cub_sum_side<T, Result>(n), HasFloor ? 0.98 : 0});
}

template <class T, class Result = T>
comparison row(const char* name, std::int64_t n, entrants make) {
    return compare<T, Result>(name, timing::gpu, n, make);
}

}  // namespace

rows sums_of_numbers() {
    constexpr std::int64_t gibi = std::int64_t{1} << 30;
    comparison misaligned = row<int>("gpu/i32 misaligned", gibi / 4, sides<int, int, true>);
    misaligned.misaligned = 4;
    return {
        misaligned,
        row<float>("gpu/f32", gibi / 4, sides<float, float, true>),
        row<float>("gpu/f32", gibi, sides<float, float, true>),
        row<double>("gpu/f64", gibi / 4, sides<double, double, true>),
        row<double>("gpu/f64", gibi, sides<double, double, true>),
        row<std::int64_t>("gpu/i64", gibi / 8, sides<std::int64_t, std::int64_t, false>),
        row<std::int8_t, int>("gpu/i8", gibi, sides<std::int8_t, int, false>),
    };
}

}  // namespace perf
