// SPDX-License-Identifier: Apache-2.0
// `check_arithmetic` on a GPU, in a file that is compiled separately with --use_fast_math
// (tests/CMakeLists.txt).
#include "gpu.cuh"

#include <impulse/check_arithmetic.hpp>

#if defined(IMPULSE_ALLOW_FAST_MATH)
TEST_CASE("check_arithmetic: kernels compiled with --use_fast_math") {
    const gpu::stream s;
    const impulse::arithmetic_report found = impulse::check_arithmetic(impulse::last_block.on(s));
    CHECK(!found);
    CHECK(!found.keeps_denormals);
    CHECK(!found.rounds_divisions);
    CHECK(!found.rounds_roots);
    CHECK(found.keeps_order);
    CHECK(found.keeps_nan);
    CHECK(found.rounds_to_nearest);
    CHECK(found.keeps_zero_signs);
}
#endif
