// SPDX-License-Identifier: Apache-2.0
// The suite's item types that are not numbers, and their operators.
#pragma once

#include <lab.cuh>
#include <matrix.hpp>

namespace perf {

/// A struct of N ints: 4 N bytes, aligned to 4.
template <int N>
struct ints {
    int of[N];
    bool operator==(const ints&) const = default;
};

struct add {
    template <int N>
    __host__ __device__ ints<N> operator()(const ints<N>& a, const ints<N>& b) const {
        ints<N> sum;
        for (int i = 0; i < N; ++i) sum.of[i] = a.of[i] + b.of[i];
        return sum;
    }
};

template <int N>
struct item_at<ints<N>> {
    __device__ static ints<N> make(std::uint64_t random) {
        ints<N> made;
        for (int i = 0; i < N; ++i) made.of[i] = static_cast<int>((random >> (3 * i)) % 21) - 10;
        return made;
    }
};

template <>
struct item_at<matrix> {
    __device__ static matrix make(std::uint64_t random) { return symmetry_of_the_square(random); }
};

/// A 3×3 matrix of doubles: 72 bytes, which is not a multiple of 16.
struct matrix3 {
    double of[3][3];
    bool operator==(const matrix3&) const = default;
    __host__ __device__ static matrix3 one() { return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
};

struct multiply3 {
    __host__ __device__ matrix3 operator()(const matrix3& x, const matrix3& y) const {
        matrix3 z;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                z.of[i][j] = x.of[i][0] * y.of[0][j] + x.of[i][1] * y.of[1][j] + x.of[i][2] * y.of[2][j];
        return z;
    }
};

/// Signed permutations of the axes: they do not commute, and a product of any length is exact.
template <>
struct item_at<matrix3> {
    __device__ static matrix3 make(std::uint64_t random) {
        matrix3 made{};
        const int first = static_cast<int>(random % 3);
        const int step = random & 8 ? 1 : 2;
        for (int i = 0; i < 3; ++i) made.of[i][(first + i * step) % 3] = random >> (16 + i) & 1 ? 1. : -1.;
        return made;
    }
};

}  // namespace perf
