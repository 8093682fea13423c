// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan_for`: the plan of a reduction, as plain data.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/plan_for.hpp>

#include <impulse/detail/base/end.hpp>
