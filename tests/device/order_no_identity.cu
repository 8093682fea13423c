// SPDX-License-Identifier: Apache-2.0
/// \file
/// Semigroups without an identity: only init or only the last item is left, however the rest was regrouped.
#include "order.cuh"

TEST_CASE("order: first and last, every policy, shape and size class") {
    gpu::check_fold(support::make_number{}, std::int64_t{-5}, support::first{}, 104);
    gpu::check_fold(support::make_number{}, std::int64_t{-5}, support::last{}, 105);
}
