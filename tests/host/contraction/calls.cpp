// SPDX-License-Identifier: Apache-2.0
// Compiled twice with different flags: IMPULSE_TEST_CONTRACTION is the name of its namespace
// (tests/CMakeLists.txt).
#include "values.hpp"

namespace contraction::IMPULSE_TEST_CONTRACTION {

results reduce_all(const float* x, const float* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}
results reduce_all(const double* x, const double* y, std::ptrdiff_t n) {
    results all;
    impulse_reductions::reduce_all(all, x, y, n);
    return all;
}

float sum(float x, float y, float z) { return x * y + z; }

bool needs_fma() {
#if defined(__x86_64__) && defined(__FMA__)
    return true;
#else
    return false;
#endif
}

}  // namespace contraction::IMPULSE_TEST_CONTRACTION
