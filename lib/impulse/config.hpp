// SPDX-License-Identifier: Apache-2.0
/// \file
/// Version, the versioned namespace and the annotations of code that runs on both the CPU and the GPU.
#pragma once

// Compilers with an older standard get only this error, because the missing header ends the compilation.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "impulse: C++20 is needed; compile with -std=c++20"
#include <impulse: C++20 is needed>
#elif defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ < 13
#error "impulse: this nvcc is too old; CUDA 13.0 or later is needed"
#include <impulse: CUDA 13.0 is needed>
#elif defined(__clang__) && __clang_major__ < 14
#error "impulse: this clang++ is too old; version 14 or later is needed"
#include <impulse: clang++ 14 is needed>
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
#error "impulse: this g++ is too old; version 12 or later is needed"
#include <impulse: g++ 12 is needed>
#elif !defined(__cpp_exceptions)  // nvcc defines it for GPU code too
#error "impulse: errors are reported by exceptions; compile without -fno-exceptions"
#include <impulse: exceptions are needed>
#endif

#include <cfloat>
#include <cstddef>
#include <cstdint>

#if FLT_EVAL_METHOD != 0
#error "impulse: float must be computed as float (FLT_EVAL_METHOD == 0), or results differ between machines"
#endif

// Flags that let the compiler compute different bits. check_arithmetic (check_arithmetic.hpp) finds the
// effects that have no macro (clang's parts of such flags, nvcc's --use_fast_math, flushing of denormals).
#if defined(IMPULSE_ALLOW_FAST_MATH)
#define IMPULSE_ABI_MATH _fast_math
#else
#define IMPULSE_ABI_MATH
#if defined(__FAST_MATH__)
#error \
    "impulse: -ffast-math (a part of -Ofast) regroups sums and drops NaN, infinities and -0: results would \
differ between machines; compile without it, or define IMPULSE_ALLOW_FAST_MATH and no bits are promised"
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error \
    "impulse: -ffinite-math-only drops comparisons with NaN and infinities, which extremes need; compile \
without it, or define IMPULSE_ALLOW_FAST_MATH and no bits are promised"
#elif defined(__ASSOCIATIVE_MATH__)
#error \
    "impulse: -fassociative-math regroups sums: results would differ between machines; compile without it, \
or define IMPULSE_ALLOW_FAST_MATH and no bits are promised"
#elif defined(__RECIPROCAL_MATH__)
#error \
    "impulse: -freciprocal-math rounds divisions twice: results would differ between machines; compile \
without it, or define IMPULSE_ALLOW_FAST_MATH and no bits are promised"
#elif defined(__NO_SIGNED_ZEROS__)
#error \
    "impulse: -fno-signed-zeros takes -0 for +0: results would differ between machines; compile without it, \
or define IMPULSE_ALLOW_FAST_MATH and no bits are promised"
#endif
#endif

/// The version of the library (SemVer); `tree_version` is the version of the bits.
#define IMPULSE_VERSION_MAJOR 0
#define IMPULSE_VERSION_MINOR 3
#define IMPULSE_VERSION_PATCH 0

// For loops over registers, where the compiler must know every index.
#if defined(__CUDA_ARCH__)
#define IMPULSE_UNROLL _Pragma("unroll")
#define IMPULSE_NO_UNROLL _Pragma("unroll 1")
#else
#define IMPULSE_UNROLL
#define IMPULSE_NO_UNROLL
#endif

// For loops without dependencies between iterations. (clang has such a pragma, but warns if it cannot
// vectorize.)
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define IMPULSE_INDEPENDENT _Pragma("GCC ivdep")
#else
#define IMPULSE_INDEPENDENT
#endif

#define IMPULSE_ALWAYS_INLINE __attribute__((always_inline)) inline

// Everything that changes the meaning of a template is part of the namespace's name. So two libraries of one
// process, or two files of one program, may differ in it without breaking the one-definition rule.
#if defined(__CUDACC__)
#define IMPULSE_HAS_CUDA 1
// The GPU architectures too. Otherwise the linker keeps one copy of a function that launches a kernel, with
// the kernel of one file, which may not exist for this GPU.
#define IMPULSE_PASTE_(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...) \
    name##a##b##c##d##e##f##g##h##i##j##k##l##m##n##o##p##_
#define IMPULSE_PASTE(...) IMPULSE_PASTE_(__VA_ARGS__)
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define IMPULSE_ABI_CUDA IMPULSE_PASTE(cuda_per_thread_, __CUDA_ARCH_LIST__, , , , , , , , , , , , , , , , )
#else
#define IMPULSE_ABI_CUDA IMPULSE_PASTE(cuda_, __CUDA_ARCH_LIST__, , , , , , , , , , , , , , , , )
#endif
/// For functions that run on the CPU and the GPU: operators, transforms, iterators. Empty without nvcc.
#define IMPULSE_SHARED __host__ __device__

#define IMPULSE_DEVICE __device__
// For functions whose values must stay in registers; a call would write them to memory.
#define IMPULSE_INLINE __host__ __device__ __forceinline__
// For code that rarely runs; inlined, it would use registers of the common path.
#define IMPULSE_APART __host__ __device__ __noinline__
// Shared code is also instantiated with host-only types (std::string); its caller knows where it runs. nvcc
// would warn about each call of a host function in it. In kernels such calls occur only at a few places
// (tests/device/host_types.cu).
#define IMPULSE_NO_EXEC_CHECK _Pragma("nv_exec_check_disable")
#else
#define IMPULSE_HAS_CUDA 0
#define IMPULSE_ABI_CUDA
#define IMPULSE_SHARED
#define IMPULSE_DEVICE
#define IMPULSE_INLINE inline
#define IMPULSE_APART __attribute__((noinline))
#define IMPULSE_NO_EXEC_CHECK
#endif

#if defined(IMPULSE_HOST_TBB)
#define IMPULSE_ABI_HOST tbb
#elif defined(IMPULSE_HOST_THREADS)
#define IMPULSE_ABI_HOST threads
#else
#define IMPULSE_ABI_HOST serial
#endif

// The width of the host's vectors (detail/tree/simd.hpp): files with different widths get separate code.
#if defined(__AVX__) && !IMPULSE_HAS_CUDA
#define IMPULSE_HAS_AVX 1
#define IMPULSE_ABI_LANES _avx
#else
#define IMPULSE_HAS_AVX 0
#define IMPULSE_ABI_LANES
#endif

#define IMPULSE_JOIN_(a, b, c, d, e, f, g) v##a##_##b##_##c##_##d##e##f##g
#define IMPULSE_JOIN(a, b, c, d, e, f, g) IMPULSE_JOIN_(a, b, c, d, e, f, g)
#define IMPULSE_ABI                                                                                     \
    IMPULSE_JOIN(IMPULSE_VERSION_MAJOR, IMPULSE_VERSION_MINOR, IMPULSE_VERSION_PATCH, IMPULSE_ABI_CUDA, \
                 IMPULSE_ABI_HOST, IMPULSE_ABI_LANES, IMPULSE_ABI_MATH)

// What each detail header includes first. If IMPULSE_INTERNAL is not 1, this is a file that does not exist;
// its name is a message that tells which public header to include instead.
#define IMPULSE_TEXT_OF(...) #__VA_ARGS__
#define IMPULSE_PART_1(name) "impulse/config.hpp"  // in quotes, because a build may define a macro `impulse`
// clang-format off
#define IMPULSE_PART_IMPULSE_INTERNAL(name) \
    IMPULSE_TEXT_OF(impulse: this header is internal; include <impulse/name>)
// clang-format on
#define IMPULSE_PART_IF_(internal, name) IMPULSE_PART_##internal(name)
#define IMPULSE_PART_IF(internal, name) IMPULSE_PART_IF_(internal, name)
#define IMPULSE_PART_OF(name) IMPULSE_PART_IF(IMPULSE_INTERNAL, name)

namespace impulse::inline IMPULSE_ABI {

/// The type of every count and position, in items. It is signed, so that differences need no casts.
using index_t = std::int64_t;

namespace detail {
/// Whether a type is made of a class template of types.
template <class Type, template <class...> class Template>
inline constexpr bool is_a = false;
template <class... Parts, template <class...> class Template>
inline constexpr bool is_a<Template<Parts...>, Template> = true;

/// The base of classes whose objects are neither copied nor moved.
struct uncopied {
    uncopied() = default;
    uncopied(const uncopied&) = delete;
    uncopied& operator=(const uncopied&) = delete;
};
}  // namespace detail

}  // namespace impulse
