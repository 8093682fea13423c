// SPDX-License-Identifier: Apache-2.0
// 2×2 matrices and their product, which does not commute: items of the suites on the host and on the GPU.
#pragma once

#include <cstdint>
#include <impulse/config.hpp>

namespace perf {

/// Aligned to 16 bytes, so that CUB too can load it in one instruction.
struct alignas(16) matrix {
    float a, b, c, d;
    bool operator==(const matrix&) const = default;
};

struct multiply {
    IMPULSE_SHARED matrix operator()(const matrix& x, const matrix& y) const {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
};

/// One of the eight symmetries of the square. They do not commute, and a product of any length is exact.
IMPULSE_SHARED inline matrix symmetry_of_the_square(std::uint64_t random) {
    const float p = random & 1 ? 1.f : -1.f;
    const float q = random & 2 ? 1.f : -1.f;
    return random & 4 ? matrix{p, 0, 0, q} : matrix{0, p, q, 0};
}

}  // namespace perf
