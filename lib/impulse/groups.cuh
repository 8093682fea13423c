// SPDX-License-Identifier: Apache-2.0
/// \file
/// The groups of threads of a kernel, and the functions on them for your own kernels.
/// docs/explanation/blocks.md has a complete kernel for each.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/nvcc_only.cuh>

#include <impulse/detail/arch/warp.cuh>
#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/kernel/block_meeting.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/operators.hpp>

namespace impulse::inline IMPULSE_ABI {

using on_device::block;
using on_device::block_storage;
using on_device::partial_warp;
using on_device::sub_warp;
using on_device::warp;

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
