// SPDX-License-Identifier: Apache-2.0
// expect: error.*impulse: this clang.. is too old; version 14
// options: -U__clang__ -D__clang__ -U__clang_major__ -D__clang_major__=13
#include <impulse/algorithms.hpp>
