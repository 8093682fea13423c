// SPDX-License-Identifier: Apache-2.0
// The list of kinds; trials use their numbers in it.
#pragma once

#include "aggregate_kinds.hpp"
#include "nan_kinds.hpp"
#include "trial.hpp"
#include "two_input_kinds.hpp"

namespace fuzz {

/// In the order of kind_names.
using kinds =
    std::tuple<mix, leaves, triples, wide, floats, matrices, shorts, transformed, pairs, variance,
               positions_of_least, least_and_sum, without_init, all_moments, extremes_and_sum, firsts,
               projected_means, vector_beside, array_beside, where_mix, where_sum, where_variance, nan_sums,
               nan_means, nan_variances, nan_argmins, nan_argmaxes, unproved>;
static_assert(std::tuple_size_v<kinds> == std::size(kind_names));

}  // namespace fuzz
