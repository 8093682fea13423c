// SPDX-License-Identifier: Apache-2.0
// What calls.cpp gives, compiled with -ffp-contract=off and with -ffp-contract=fast, the latter for a
// machine that has fused operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace contraction {

/// The bits of results, in a row.
using results = std::vector<std::uint64_t>;

namespace rounded {
results reduce_all(const float* x, const float* y, std::ptrdiff_t n);
results reduce_all(const double* x, const double* y, std::ptrdiff_t n);
/// x * y + z as the compiler has it, and not as the library does: shows whether the flags do anything.
float sum(float x, float y, float z);
}  // namespace rounded

namespace fused {
results reduce_all(const float* x, const float* y, std::ptrdiff_t n);
results reduce_all(const double* x, const double* y, std::ptrdiff_t n);
float sum(float x, float y, float z);
/// Whether it was compiled for instructions that this machine may lack.
bool needs_fma();
}  // namespace fused

}  // namespace contraction
