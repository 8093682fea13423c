// SPDX-License-Identifier: Apache-2.0
//
// The sum of n floats. All sides are compiled by the same compiler with the same options.
#include <execution>
#include <impulse/reduce.hpp>
#include <numeric>

#include "row.hpp"

#if defined(_OPENMP)
#define PERF_OPENMP(directive) _Pragma(directive)
#else
#define PERF_OPENMP(directive)
#endif

namespace perf {

namespace {

float impulse_sum(const std::vector<float>& x) { return impulse::reduce(x, 0.f); }

float impulse_ordered(const std::vector<float>& x) {
    return impulse::reduce(x, 0.f, impulse::ordered(impulse::plus{}));
}

float std_par_unseq(const std::vector<float>& x) {
    return std::reduce(std::execution::par_unseq, x.begin(), x.end(), 0.f);
}

float std_reduce(const std::vector<float>& x) { return std::reduce(x.begin(), x.end(), 0.f); }

float std_accumulate(const std::vector<float>& x) { return std::accumulate(x.begin(), x.end(), 0.f); }

float openmp_simd(const std::vector<float>& x) {
    const float* const items = x.data();
    const std::size_t n = x.size();
    float sum = 0;
    PERF_OPENMP("omp parallel for simd reduction(+ : sum)")
    for (std::size_t i = 0; i < n; ++i) sum += items[i];
    return sum;
}

}  // namespace

std::vector<host_row> host_rows() {
    std::vector<host_row> rows;
    for (const int k : {20, 24, 28}) {
        const std::int64_t n = std::int64_t{1} << k;
        rows.push_back({"host/f32",
                        n,
                        {{"impulse", impulse_sum},
                         {"par_unseq", std_par_unseq, 1.0},
                         {"openmp", openmp_simd, 1.0},
                         {"std::reduce", std_reduce},
                         {"accumulate", std_accumulate}}});
        rows.push_back({"host/ordered f32",
                        n,
                        {{"impulse", impulse_ordered},
                         {"par_unseq", std_par_unseq, 0.7},
                         {"openmp", openmp_simd, 0.7}}});
    }
    return rows;
}

}  // namespace perf
