// SPDX-License-Identifier: Apache-2.0
// expect: error.*impulse: C..20 is needed; compile with -std=c..20
// options: -std=c++17
#include <impulse/algorithms.hpp>
