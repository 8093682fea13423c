// SPDX-License-Identifier: Apache-2.0
// What the library requires of nvcc and of its options.

#ifdef CASE_needs_cxx20
// case needs_cxx20 (-std=c++17): impulse: C..20 is needed; compile with -std=c..20
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_exceptions)
// case needs_exceptions (-Xcompiler -fno-exceptions): #error .impulse: errors are reported by exceptions
#include <impulse/reduce.hpp>
#elif defined(CASE_needs_no_fast_math)
// case needs_no_fast_math (-Xcompiler -ffast-math): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#endif
