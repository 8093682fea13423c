// SPDX-License-Identifier: Apache-2.0
/// \file
/// Aggregates with names: `moments`, `min_loc`, `max_loc`, `compensated_sum`.
#pragma once

#include <impulse/aggregates/compensated_sum.hpp>
#include <impulse/aggregates/locations.hpp>
#include <impulse/aggregates/moments.hpp>
