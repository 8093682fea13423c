// SPDX-License-Identifier: Apache-2.0
/// \file
/// The GPU as a place, with workspaces and memory resources; nvcc only.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/nvcc_only.cuh>

#include <impulse/detail/backend/cuda/runtime.cuh>
#include <impulse/detail/backend/cuda/workspace.cuh>

#include <impulse/detail/base/end.hpp>
