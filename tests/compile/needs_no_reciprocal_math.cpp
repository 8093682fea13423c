// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -freciprocal-math rounds divisions twice
// options: -freciprocal-math -D__RECIPROCAL_MATH__=1
#include <impulse/algorithms.hpp>
