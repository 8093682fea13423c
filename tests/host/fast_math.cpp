// SPDX-License-Identifier: Apache-2.0
// A file that is compiled with -ffast-math and states that it is intended (tests/CMakeLists.txt), in a
// program whose other files are compiled without.
#include <doctest/doctest.h>

#include <impulse/check_arithmetic.hpp>

#include <string>

#define TEXT(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT(__VA_ARGS__)

#if defined(__FAST_MATH__)
TEST_CASE("check_arithmetic: a file compiled with -ffast-math, apart from the others") {
    const impulse::arithmetic_report found = impulse::check_arithmetic();
    CHECK(!found);
    CHECK(!found.keeps_order);
    CHECK(!found.keeps_nan);
    CHECK(!found.keeps_zero_signs);
    CHECK(!found.rounds_divisions);
    CHECK(to_string(found).find("sums are regrouped; comparisons with NaN are dropped") == 0);
    CHECK(std::string(TEXT_OF(IMPULSE_ABI)).find("_fast_math") != std::string::npos);
}
#endif
