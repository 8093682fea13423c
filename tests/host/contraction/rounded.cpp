// SPDX-License-Identifier: Apache-2.0
// Compiled with -ffp-contract=off.
#include "calls.hpp"
#include "values.hpp"

namespace contraction {

std::vector<std::uint64_t> rounded(const float* x, const float* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}
std::vector<std::uint64_t> rounded(const double* x, const double* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}

float rounded_sum(float x, float y, float z) { return x * y + z; }

}  // namespace contraction
