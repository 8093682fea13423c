// SPDX-License-Identifier: Apache-2.0
// What the library requires of nvcc and of its options.

#if CASE_needs_cxx20  // case (-std=c++17): impulse: C..20 is needed; compile with -std=c..20
#include <impulse/algorithms.hpp>
#elif CASE_needs_exceptions  // case (-Xcompiler -fno-exceptions): #error .impulse: errors are reported by exceptions
#include <impulse/reduce.hpp>
#elif CASE_needs_no_fast_math  // case (-Xcompiler -ffast-math): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#endif
