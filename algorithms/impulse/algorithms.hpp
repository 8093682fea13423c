// SPDX-License-Identifier: Apache-2.0
/// \file
/// All algorithms.
#pragma once

#include <impulse/extrema.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
