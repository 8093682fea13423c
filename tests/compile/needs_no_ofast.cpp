// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -ffast-math .a part of -Ofast. regroups sums
// options: -Ofast
#include <impulse/algorithms.hpp>
