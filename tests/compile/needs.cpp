// SPDX-License-Identifier: Apache-2.0
// What the library requires of a compiler: its version and its options.

#ifdef CASE_needs_cxx20
// case needs_cxx20 (-std=c++17): error.*impulse: C..20 is needed; compile with -std=c..20
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_exceptions)
// case needs_exceptions (-fno-exceptions): #error "impulse: errors are reported by exceptions
#include <impulse/reduce.hpp>
#elif defined(CASE_needs_newer_clang)
// case needs_newer_clang (-U__clang__ -D__clang__ -U__clang_major__ -D__clang_major__=13): error.*impulse: this clang.. is too old; version 14
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_newer_gcc)
// case needs_newer_gcc (-U__clang__ -U__GNUC__ -D__GNUC__=11): error.*impulse: this g.. is too old; version 12
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_newer_nvcc)
// case needs_newer_nvcc (-D__CUDACC_VER_MAJOR__=12): error.*impulse: this nvcc is too old; CUDA 13.0
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_no_associative_math)
// case needs_no_associative_math (-fassociative-math -fno-signed-zeros -fno-trapping-math -D__ASSOCIATIVE_MATH__=1): impulse: -fassociative-math regroups sums
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_no_fast_math)
// case needs_no_fast_math (-ffast-math): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_no_finite_math)
// case needs_no_finite_math (-ffinite-math-only): impulse: -ffinite-math-only drops comparisons with NaN
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_no_ofast)
// case needs_no_ofast (-Ofast): impulse: -ffast-math .a part of -Ofast. regroups sums
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_no_reciprocal_math)
// case needs_no_reciprocal_math (-freciprocal-math -D__RECIPROCAL_MATH__=1): impulse: -freciprocal-math rounds divisions twice
#include <impulse/algorithms.hpp>
#elif defined(CASE_needs_nvcc_cluster)
// case needs_nvcc_cluster: error.*impulse: this header needs nvcc
#include <impulse/cluster.cuh>
#elif defined(CASE_needs_nvcc_cooperative_groups)
// case needs_nvcc_cooperative_groups: error.*impulse: this header needs nvcc
#include <impulse/cooperative_groups.cuh>
#elif defined(CASE_needs_nvcc_device)
// case needs_nvcc_device: error.*impulse: this header needs nvcc
#include <impulse/device.cuh>
#elif defined(CASE_needs_nvcc_groups)
// case needs_nvcc_groups: error.*impulse: this header needs nvcc
#include <impulse/groups.cuh>
#elif defined(CASE_needs_signed_zeros)
// case needs_signed_zeros (-fno-signed-zeros -D__NO_SIGNED_ZEROS__=1): impulse: -fno-signed-zeros takes -0 for .0
#include <impulse/algorithms.hpp>
#endif
