// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host as a place: include it where nvcc compiles a file that reduces on the CPU too.
#pragma once

#include <impulse/detail/backend/host/runtime.hpp>
