// SPDX-License-Identifier: Apache-2.0
// expect: impulse: -fassociative-math regroups sums
// options: -fassociative-math -fno-signed-zeros -fno-trapping-math -D__ASSOCIATIVE_MATH__=1
#include <impulse/algorithms.hpp>
