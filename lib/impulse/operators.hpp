// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators: the library's functors, their freedom and identity, wrappers, aggregates.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/functors.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/op/type_id.hpp>

#include <impulse/detail/base/end.hpp>
