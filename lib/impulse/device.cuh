// SPDX-License-Identifier: Apache-2.0
/// \file
/// The GPU as a place, with workspaces and memory resources; nvcc only.
#pragma once

#if !defined(__CUDACC__)
#error "impulse: <impulse/device.cuh> needs nvcc; a file compiled by another compiler has the host alone"
#endif

#include <impulse/place/device/runtime.cuh>
#include <impulse/place/device/workspace.cuh>
