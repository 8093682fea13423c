// SPDX-License-Identifier: Apache-2.0
// What the library requires of a compiler: its version and its options.

#if CASE_needs_cxx20  // case (-std=c++17): error.*impulse: C..20 is needed; compile with -std=c..20
#include <impulse/algorithms.hpp>
#elif CASE_needs_exceptions  // case (-fno-exceptions): #error "impulse: errors are reported by exceptions
#include <impulse/reduce.hpp>
#elif CASE_needs_newer_clang  // case (-U__clang__ -D__clang__ -U__clang_major__ -D__clang_major__=13): error.*impulse: this clang.. is too old; version 14
#include <impulse/algorithms.hpp>
#elif CASE_needs_newer_gcc  // case (-U__clang__ -U__GNUC__ -D__GNUC__=11): error.*impulse: this g.. is too old; version 12
#include <impulse/algorithms.hpp>
#elif CASE_needs_newer_nvcc  // case (-D__CUDACC_VER_MAJOR__=12): error.*impulse: this nvcc is too old; CUDA 13.0
#include <impulse/algorithms.hpp>
#elif CASE_needs_no_associative_math  // case (-fassociative-math -fno-signed-zeros -fno-trapping-math -D__ASSOCIATIVE_MATH__=1): impulse: -fassociative-math regroups sums
#include <impulse/algorithms.hpp>
#elif CASE_needs_no_fast_math  // case (-ffast-math): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#elif CASE_needs_no_finite_math  // case (-ffinite-math-only): impulse: -ffinite-math-only drops comparisons with NaN
#include <impulse/algorithms.hpp>
#elif CASE_needs_no_ofast  // case (-Ofast): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#elif CASE_needs_no_reciprocal_math  // case (-freciprocal-math -D__RECIPROCAL_MATH__=1): impulse: -freciprocal-math rounds divisions twice
#include <impulse/algorithms.hpp>
#elif CASE_needs_nvcc_cluster  // case: error.*impulse: this header needs nvcc
#include <impulse/cluster.cuh>
#elif CASE_needs_nvcc_cooperative_groups  // case: error.*impulse: this header needs nvcc
#include <impulse/cooperative_groups.cuh>
#elif CASE_needs_nvcc_device  // case: error.*impulse: this header needs nvcc
#include <impulse/device.cuh>
#elif CASE_needs_nvcc_groups  // case: error.*impulse: this header needs nvcc
#include <impulse/groups.cuh>
#elif CASE_needs_signed_zeros  // case (-fno-signed-zeros -D__NO_SIGNED_ZEROS__=1): impulse: -fno-signed-zeros takes -0 for .0
#include <impulse/algorithms.hpp>
#endif
