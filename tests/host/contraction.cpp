// SPDX-License-Identifier: Apache-2.0
// Nothing is fused across two calls of a caller's functions: contraction/ has the same reductions in a file
// that is compiled twice, with all fusing allowed and with none.
#include <doctest/doctest.h>

#include "contraction/calls.hpp"

#include <monoids.hpp>

namespace {

/// Numbers in [1/2, 1) that use all bits of the mantissa.
template <class T>
std::vector<T> made_numbers(std::ptrdiff_t n, std::uint64_t seed) {
    std::vector<T> all;
    for (std::ptrdiff_t i = 0; i < n; ++i)
        all.push_back(static_cast<T>(support::scatter(seed + static_cast<std::uint64_t>(i)) >> 11) /
                          static_cast<T>(1ull << 53) / 2 +
                      static_cast<T>(0.5));
    return all;
}

bool runs_here() {
#if defined(__x86_64__)
    return !contraction::fused::needs_fma() ||
           (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"));
#else
    return true;
#endif
}

template <class T>
void check() {
    for (const std::ptrdiff_t n :
         {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1000, 1024, 4097, 100'000}) {
        const auto x = made_numbers<T>(n, 1);
        const auto y = made_numbers<T>(n, 1'000'000'007);
        const auto rounded = contraction::rounded::reduce_all(x.data(), y.data(), n);
        const auto fused = contraction::fused::reduce_all(x.data(), y.data(), n);
        REQUIRE(rounded.size() == fused.size());
        for (std::size_t i = 0; i < rounded.size(); ++i) {
            CAPTURE(n);
            CAPTURE(i);
            CHECK(rounded[i] == fused[i]);
        }
    }
}

}  // namespace

TEST_CASE("contraction: what a caller's function returns is rounded, whatever the flags") {
    if (!runs_here()) {
        MESSAGE("skipped: this machine has no fused operations");
        return;
    }
    check<float>();
    check<double>();
}

TEST_CASE("contraction: the flags do what they are for") {
    if (!runs_here()) return;
    const auto x = made_numbers<float>(1000, 3);
    int rounded = 0;
    int fused = 0;
    for (std::size_t i = 0; i + 2 < x.size(); ++i) {
        volatile float product = x[i] * x[i + 1];
        const float sum = product + x[i + 2];
        rounded += contraction::rounded::sum(x[i], x[i + 1], x[i + 2]) != sum;
        fused += contraction::fused::sum(x[i], x[i + 1], x[i + 2]) != sum;
    }
    CHECK(rounded == 0);
    if (contraction::fused::needs_fma()) CHECK(fused > 100);
}
