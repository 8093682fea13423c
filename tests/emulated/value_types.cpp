// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every policy on grids of emulated blocks: values of 1 to 64 bytes, in order and with the order dropped.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <values.hpp>

#include <impulse/operators.hpp>

using emulated::check_everywhere;
using emulated::turns;

TEST_SUITE_BEGIN("emulated value types" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, in order", T, support::value_of_size<1>,
                   support::value_of_size<2>, support::value_of_size<3>, support::value_of_size<4>,
                   support::value_of_size<8>, support::value_of_size<12, 4>, support::value_of_size<16, 4>,
                   support::value_of_size<32>, support::value_of_size<64>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(emulated::for_some_strategies, make, make(-1), support::compose{}, turns::by_chance);
}

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, order dropped", T, support::bytes<1>, support::bytes<2>,
                   support::bytes<3>, support::bytes<4>, support::bytes<8>, support::bytes<12, 4>,
                   support::bytes<16, 4>, support::bytes<32>, support::bytes<64>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(emulated::for_some_strategies, make, make(-1),
                        impulse::commutative(support::add_bytes{}), turns::by_chance);
}

TEST_SUITE_END();
