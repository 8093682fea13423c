// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compositions of permutations: 1, 5 and 24 bytes, which do not commute.
#include "order.cuh"

#include <values.hpp>

TEST_CASE_TEMPLATE("order: compositions of permutations, every policy, shape and size class", T,
                   support::value_of_size<1>, support::value_of_size<5>, support::value_of_size<24, 8>) {
    const support::make_value<T> make{support::seed()};
    gpu::check_fold(make, make(-1), support::compose{}, 103);
}
