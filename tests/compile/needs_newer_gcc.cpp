// SPDX-License-Identifier: Apache-2.0
// expect: error.*impulse: this g.. is too old; version 12
// options: -U__clang__ -U__GNUC__ -D__GNUC__=11
#include <impulse/algorithms.hpp>
