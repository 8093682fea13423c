// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default place of a file: the device for nvcc, the host for every other compiler.
#pragma once

#include <impulse/config.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/device.cuh>
#else
#include <impulse/host.hpp>
#endif
