// SPDX-License-Identifier: Apache-2.0
// Reductions that skip NaN, with CUDA's number types, on the host.
#include <doctest/doctest.h>

#include <impulse/host.hpp>
#include <impulse/nan.hpp>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/std/complex>

#include <cmath>
#include <limits>
#include <vector>

TEST_CASE_TEMPLATE("nan: of narrow floats", T, __half, __nv_bfloat16) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<T> x, all(3, static_cast<T>(nan));
    for (const float each : {nan, 3.f, -2.f, nan, 8.f}) x.push_back(static_cast<T>(each));
    CHECK(static_cast<float>(impulse::nansum(x)) == 9.f);
    CHECK(impulse::nansum(x, impulse::wide) == 9.0);
    CHECK(static_cast<float>(impulse::nanprod(x)) == -48.f);
    CHECK(impulse::nanmean(x) == 3.0);
    CHECK(impulse::nanvar(x, 1) == 25.0);
    CHECK(static_cast<float>(impulse::nanmin(x)) == -2.f);
    CHECK(static_cast<float>(impulse::nanmax(x)) == 8.f);
    CHECK(impulse::nanargmin(x) == 2);
    CHECK(impulse::nanargmax(x) == 4);
    CHECK(static_cast<float>(impulse::nansum(all)) == 0.f);
    CHECK(std::isnan(impulse::nanmean(all)));
    CHECK(impulse::nanargmin(all) == 3);
}

TEST_CASE("nan: of CUDA's complex numbers") {
    using complex = cuda::std::complex<float>;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<complex> z{{1, 2}, {nan, 5}, {3, nan}, {4, -1}};
    CHECK(impulse::nansum(z) == complex(5, 1));
}
