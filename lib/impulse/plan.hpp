// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan`: how a reduction is carried out, as plain data.
#pragma once

#include <impulse/detail/plan/plan.hpp>
