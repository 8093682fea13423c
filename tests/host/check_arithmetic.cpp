// SPDX-License-Identifier: Apache-2.0
// `check_arithmetic` with correct arithmetic, and with processor settings that change the arithmetic.
#include <suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using impulse::check_arithmetic;

TEST_CASE("check_arithmetic: where it is right") {
    const impulse::arithmetic_report found = check_arithmetic();
    CHECK(found);
    CHECK(to_string(found) == "as IEEE 754 specifies");
    impulse::arithmetic_report expected;
    expected.fuses_products = found.fuses_products;  // the compiler may choose
    CHECK(found == expected);
    CHECK(check_arithmetic(impulse::automatic));
    CHECK(check_arithmetic(impulse::two_pass.on(impulse::host)));
    CHECK(check_arithmetic(impulse::host));
    CHECK(check_arithmetic(impulse::devices(impulse::host, impulse::host)));
}

TEST_CASE("check_arithmetic: rounding modes") {
    for (const int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
        CAPTURE(mode);
        std::fesetround(mode);
        const auto found = check_arithmetic();
        std::fesetround(FE_TONEAREST);
        CHECK(!found);
        CHECK(!found.rounds_to_nearest);
        CHECK(to_string(found) == "not rounded to nearest: bits may differ between machines");
    }
}

#if defined(__x86_64__)
TEST_CASE("check_arithmetic: denormals that are flushed, as results or as operands") {
    const unsigned before = _mm_getcsr();
    const std::vector<float> x{1, 2};
    for (const unsigned bit : {0x8000u, 0x0040u}) {
        CAPTURE(bit);
        _mm_setcsr(before | bit);
        const auto here = check_arithmetic();
        const auto there = check_arithmetic(impulse::single_block.on(impulse::host));
        const std::string words = impulse::explain(impulse::single_block, x);
        _mm_setcsr(before);
        impulse::arithmetic_report expected;
        expected.keeps_denormals = false;
        expected.fuses_products = here.fuses_products;
        CHECK(here == expected);
        CHECK(!here);
        CHECK(to_string(here) == "denormals are flushed to zero: bits may differ between machines");
        CHECK(!there.keeps_denormals);
        CHECK(words.find("arithmetic denormals are flushed to zero") != std::string::npos);
    }
    CHECK(impulse::explain(impulse::single_block, x).find("arithmetic") == std::string::npos);
}
#endif
