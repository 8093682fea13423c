// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the two files of other flags give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace contraction {

std::vector<std::uint64_t> rounded(const float* x, const float* y, std::ptrdiff_t n);
std::vector<std::uint64_t> rounded(const double* x, const double* y, std::ptrdiff_t n);
std::vector<std::uint64_t> fused(const float* x, const float* y, std::ptrdiff_t n);
std::vector<std::uint64_t> fused(const double* x, const double* y, std::ptrdiff_t n);

/// x * y + z as the compiler has it, and not as the library does: shows whether the flags do anything.
float rounded_sum(float x, float y, float z);
float fused_sum(float x, float y, float z);

/// Whether the file was compiled for instructions that this machine may lack.
bool fused_needs_fma();

}  // namespace contraction
