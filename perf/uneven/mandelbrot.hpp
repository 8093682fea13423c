// SPDX-License-Identifier: Apache-2.0
// Items whose costs differ by a factor of a thousand and are clustered: points of the complex plane.
#pragma once

#include <impulse/config.hpp>

#include <cmath>

namespace perf {

/// 2^log2_side × 2^log2_side points of a square in the complex plane, row by row.
struct square {
    float left;
    float width;  ///< rows also begin at `left`: the diagonal of the plane is the square's
    int log2_side;
    int limit;  ///< the maximum number of steps from a point

    int points() const { return 1 << 2 * log2_side; }
};

/// The number of steps z ← z² + c from point i before |z| > 2, at most `limit`: 1 far from the Mandelbrot
/// set, `limit` in it. Each fused operation is explicit, so that all compilers give the same number.
struct steps_from {
    square of;

    IMPULSE_SHARED float operator()(int i) const {
        const float pitch = of.width / static_cast<float>(1 << of.log2_side);
        const float re = std::fma(pitch, static_cast<float>(i & ((1 << of.log2_side) - 1)), of.left);
        const float im = std::fma(pitch, static_cast<float>(i >> of.log2_side), of.left);
        float x = 0;
        float y = 0;
        int steps = 0;
        while (steps < of.limit && std::fma(x, x, y * y) <= 4) {
            const float next = std::fma(x, x, std::fma(-y, y, re));
            y = std::fma(x + x, y, im);
            x = next;
            ++steps;
        }
        return static_cast<float>(steps);
    }
};

}  // namespace perf
