// SPDX-License-Identifier: Apache-2.0
// options: -fno-exceptions
// expect: #error "impulse: exceptions are needed
#include <impulse/reduce.hpp>
