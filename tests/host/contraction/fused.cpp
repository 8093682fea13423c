// SPDX-License-Identifier: Apache-2.0
// Compiled with -ffp-contract=fast, for a machine that has fused operations.
#include "calls.hpp"
#include "values.hpp"

namespace contraction {

std::vector<std::uint64_t> fused(const float* x, const float* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}
std::vector<std::uint64_t> fused(const double* x, const double* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}

float fused_sum(float x, float y, float z) { return x * y + z; }

bool fused_needs_fma() {
#if defined(__x86_64__) && defined(__FMA__)
    return true;
#else
    return false;
#endif
}
}  // namespace contraction
