// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -ffinite-math-only drops comparisons with NaN
// options: -ffinite-math-only
#include <impulse/algorithms.hpp>
