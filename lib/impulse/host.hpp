// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host as a place: include it where nvcc compiles a file that reduces on the CPU too.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/backend/host/runtime.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
