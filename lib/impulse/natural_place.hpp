// SPDX-License-Identifier: Apache-2.0
/// \file
/// The place that a file has unless it includes another: nvcc's the device, every other compiler's the host.
#pragma once

#include <impulse/config.hpp>

#if IMPULSE_HAS_CUDA
#include <impulse/device.cuh>
#else
#include <impulse/host.hpp>
#endif
