// SPDX-License-Identifier: Apache-2.0
/// \file
/// The groups of threads of a kernel, and everything that is built on them for kernels of your own.
/// docs/explanation/blocks.md has a complete kernel for each.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/nvcc_only.cuh>

#include <impulse/config.hpp>
#include <impulse/detail/arch/warp.cuh>
#include <impulse/detail/backend/cuda/block.cuh>
#include <impulse/detail/kernel/global_queue.hpp>
#include <impulse/detail/kernel/last_block_guard.hpp>
#include <impulse/group_reduce.hpp>
#include <impulse/operators.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")

namespace impulse::inline IMPULSE_ABI {

using on_device::block;
using on_device::block_storage;
using on_device::partial_warp;
using on_device::sub_warp;
using on_device::warp;

}  // namespace impulse
