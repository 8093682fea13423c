// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policies on grids of emulated blocks: values of 1 to 256 bytes, in order and with the order dropped.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/check.hpp>
#include <values.hpp>

#include <impulse/policies/last_block.hpp>

using emulated::check_everywhere;
using emulated::turns;

namespace {

/// One type of policy: what is in question is how values travel.
constexpr auto cut_and_whole = [](auto f) {
    f("last_block", impulse::last_block);
    f("last_block, 10 items", impulse::last_block.tune({.items = 10}));
    f("last_block, 2 blocks", impulse::last_block.tune({.blocks = 2}));
};

}  // namespace

TEST_SUITE_BEGIN("emulated value types" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE_TEMPLATE("values of 1 to 256 bytes, in order", T, support::value_of_size<1>,
                   support::value_of_size<2>, support::value_of_size<3>, support::value_of_size<4>,
                   support::value_of_size<8>, support::value_of_size<12, 4>, support::value_of_size<16, 4>,
                   support::value_of_size<32>, support::value_of_size<64>, support::value_of_size<72, 8>,
                   support::value_of_size<256, 16>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(cut_and_whole, make, make(-1), support::compose{}, turns::by_chance);
}

TEST_CASE_TEMPLATE("values of 1 to 256 bytes, order dropped", T, support::bytes<1>, support::bytes<2>,
                   support::bytes<3>, support::bytes<4>, support::bytes<8>, support::bytes<12, 4>,
                   support::bytes<16, 4>, support::bytes<32>, support::bytes<64>, support::bytes<72, 8>,
                   support::bytes<256, 16>) {
    const support::make_value<T> make{support::seed()};
    check_everywhere<4>(cut_and_whole, make, make(-1), impulse::unordered(support::add_bytes{}),
                        turns::by_chance);
}

TEST_SUITE_END();
