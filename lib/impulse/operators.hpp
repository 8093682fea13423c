// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators: the library's functors, their freedom and identity, wrappers, aggregates.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/op/type_id.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
