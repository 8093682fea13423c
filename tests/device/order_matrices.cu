// SPDX-License-Identifier: Apache-2.0
/// \file
/// Products of matrices modulo a prime: 16 bytes of alignment 4, which do not commute.
#include "order.cuh"

TEST_CASE("order: products of matrices, every policy, shape and size class") {
    const support::make_matrix make{support::seed()};
    gpu::check_fold(make, make(-1), support::matrix_product{}, 102);
}
