// SPDX-License-Identifier: Apache-2.0
// The functions of calls.cpp, compiled with -ffp-contract=off and with -ffp-contract=fast, the latter for a
// machine with fused operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace contraction {

/// The bits of several results, one after another.
using results = std::vector<std::uint64_t>;

namespace rounded {
results reduce_all(const float* x, const float* y, std::ptrdiff_t n);
results reduce_all(const double* x, const double* y, std::ptrdiff_t n);
/// x * y + z as the compiler computes it, without the library: shows whether the flags have an effect.
float sum(float x, float y, float z);
}  // namespace rounded

namespace fused {
results reduce_all(const float* x, const float* y, std::ptrdiff_t n);
results reduce_all(const double* x, const double* y, std::ptrdiff_t n);
float sum(float x, float y, float z);
/// Whether it was compiled for instructions that this machine may not have.
bool needs_fma();
}  // namespace fused

}  // namespace contraction
