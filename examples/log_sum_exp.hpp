// SPDX-License-Identifier: Apache-2.0
/// \file
/// log(exp(x0) + exp(x1) + ...) as one reduction that cannot overflow.
#pragma once

#include <impulse/config.hpp>

#include <cmath>
#include <limits>

namespace examples {

/// What softmax needs from a piece of a row: its maximum, and the sum of exp(x - maximum), which cannot
/// overflow.
struct exponentials {
    float maximum;
    float sum;
};

/// Joins two pieces: it scales the piece with the smaller maximum to the other maximum (Milakov and
/// Gimelshein, "Online normalizer calculation for softmax", 2018). The result is NaN if a logit is NaN;
/// otherwise inf if one is +inf, and -inf if all are -inf, or if there is none.
struct join_exponentials {
    static constexpr float none = -std::numeric_limits<float>::infinity();

    IMPULSE_SHARED exponentials identity() const { return {none, 0}; }
    IMPULSE_SHARED exponentials lift(float logit) const { return {logit, 1}; }

    IMPULSE_SHARED exponentials operator()(const exponentials& a, const exponentials& b) const {
        const bool a_is_less = a.maximum < b.maximum;
        const exponentials& less = a_is_less ? a : b;
        const exponentials& more = a_is_less ? b : a;
        // Equal maxima need no scale; the difference of equal infinities is NaN.
        const float scale = less.maximum == more.maximum ? 1 : std::exp(less.maximum - more.maximum);
        // std::fma is explicit, because only some compilers fuse the product and the sum.
        return {more.maximum, std::fma(less.sum, scale, more.sum)};
    }

    IMPULSE_SHARED float finalize(const exponentials& all) const { return all.maximum + std::log(all.sum); }
};

}  // namespace examples
