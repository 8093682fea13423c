// SPDX-License-Identifier: Apache-2.0
/// \file
/// Iterators that CCCL lacks.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/base/iterators.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
