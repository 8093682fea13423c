// SPDX-License-Identifier: Apache-2.0
/// \file
/// The GPU as a place, with workspaces and memory resources; nvcc only.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/nvcc_only.cuh>

#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/backend/cuda/workspace.cuh>
#pragma pop_macro("IMPULSE_INTERNAL")
