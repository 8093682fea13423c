// SPDX-License-Identifier: Apache-2.0
//
// 2^k - 1 items, compared with 2^k: the last tile lacks one item.
#include <impulse/aggregates/moments.hpp>
#include <impulse/statistics.hpp>
#include <items.cuh>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

/// The aim: at most 1.1 times the time. The results differ.
template <auto Make>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", Make(n)}, entrant{"2^k", Make(n + 1), 0.91, false});
}

template <class T, class Result = T>
void add_less(rows& all, const char* name, entrants make) {
    for (const int k : {10, 12, 14, 16, 20, 24})
        all.push_back(compare<T, Result>(name, timing::gpu, (std::int64_t{1} << k) - 1, make));
}

template <class T>
std::unique_ptr<side> sum(std::int64_t n) {
    return impulse_side<T>(n, T{0}, impulse::plus{});
}
std::unique_ptr<side> product(std::int64_t n) {
    return impulse_side<matrix>(n, matrix{1, 0, 0, 1}, multiply{});
}
std::unique_ptr<side> product3(std::int64_t n) {
    return impulse_side<matrix3>(n, matrix3::one(), multiply3{});
}
std::unique_ptr<side> variance(std::int64_t n) {
    return impulse_side_by<float, double, impulse::variance_into>(n);
}
std::unique_ptr<side> moments_of(std::int64_t n) {
    return impulse_side_by<float, impulse::moments_result, impulse::reduce_into>(n, impulse::moments{});
}

}  // namespace

rows one_less() {
    rows all;
    add_less<float>(all, "gpu/one less, f32", sides<sum<float>>);
    add_less<double>(all, "gpu/one less, f64", sides<sum<double>>);
    add_less<matrix>(all, "gpu/one less, 2x2", sides<product>);
    add_less<matrix3>(all, "gpu/one less, 3x3 f64", sides<product3>);
    add_less<float, double>(all, "gpu/one less, variance", sides<variance>);
    add_less<float, impulse::moments_result>(all, "gpu/one less, moments", sides<moments_of>);
    return all;
}

}  // namespace perf
