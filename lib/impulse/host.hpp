// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host as a place. Include it in a file for nvcc that also reduces on the CPU.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/backend/host/runtime.hpp>

#include <impulse/detail/base/end.hpp>
