// SPDX-License-Identifier: Apache-2.0
// Values of 1 to 64 bytes, in tree order and with the order dropped.

#include <check.hpp>
#include <values.hpp>

#include <impulse/operators.hpp>

using support::check_fold;

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, in order", T, support::value_of_size<1>,
                   support::value_of_size<2>, support::value_of_size<3>, support::value_of_size<8>,
                   support::value_of_size<12, 4>, support::value_of_size<16, 4>, support::value_of_size<32>,
                   support::value_of_size<64>) {
    const support::make_value<T> make{support::seed()};
    check_fold(support::for_some_policies, make, make(-1), support::compose{}, 16);
    check_fold(support::for_one_policy, make, make(-1), impulse::assume_associative(support::compose{}), 18);
}

TEST_CASE_TEMPLATE("values of 1 to 64 bytes, order dropped", T, support::bytes<1>, support::bytes<3>,
                   support::bytes<4>, support::bytes<12, 4>, support::bytes<64>) {
    const support::make_value<T> make{support::seed()};
    check_fold(support::for_some_policies, make, make(-1), impulse::unordered(support::add_bytes{}), 17);
}
