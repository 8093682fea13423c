// SPDX-License-Identifier: Apache-2.0
// Unrolling pragmas for nvcc, in kernels that other compilers read as well.
#pragma once

#ifdef __CUDACC__
#define PERF_UNROLL _Pragma("unroll")
#define PERF_KEEP_LOOP _Pragma("unroll 1")
#else
#define PERF_UNROLL
#define PERF_KEEP_LOOP
#endif
