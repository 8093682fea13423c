// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -ffast-math .a part of -Ofast. regroups sums
// options: -Xcompiler -ffast-math
#include <impulse/algorithms.hpp>
