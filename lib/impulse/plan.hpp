// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan_for`: how a reduction is carried out, as plain data.
#pragma once

#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/plan_for.hpp>
