// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host as a place: include it in a file of nvcc that also reduces on the CPU.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/backend/host/runtime.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
