// SPDX-License-Identifier: Apache-2.0
/// \file
/// All algorithms, aggregates and layouts.
#pragma once

#include <impulse/accumulate.hpp>
#include <impulse/aggregates/all.hpp>
#include <impulse/by_key.hpp>
#include <impulse/check_arithmetic.hpp>
#include <impulse/elementwise.hpp>
#include <impulse/explain.hpp>
#include <impulse/extrema.hpp>
#include <impulse/find_nonassociative.hpp>
#include <impulse/layouts.hpp>
#include <impulse/nan.hpp>
#include <impulse/norm.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <impulse/tree.hpp>
#include <impulse/where.hpp>
