// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators: the library's functors, what is known of an operator and how a caller says it, aggregates.
#pragma once

#include <impulse/operators/freedom.hpp>
#include <impulse/operators/functors.hpp>
#include <impulse/operators/joining.hpp>
#include <impulse/operators/together.hpp>
#include <impulse/operators/type_id.hpp>
