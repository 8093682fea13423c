// SPDX-License-Identifier: Apache-2.0
/// \file
/// The free monoid: any reordering, loss or repetition of an item shows.
#include "order.cuh"

TEST_CASE("order: the free monoid, every policy, shape and size class") {
    gpu::check_fold(support::make_stretch{}, support::stretch{-7, 0}, support::join_stretches{}, 101);
}
