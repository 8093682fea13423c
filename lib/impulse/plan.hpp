// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan_for`: the plan of a reduction, as plain data.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/plan_for.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
