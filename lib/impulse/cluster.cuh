// SPDX-License-Identifier: Apache-2.0
/// \file
/// A cluster of blocks as a group, for compute capability 9.0 and above (for others this header is empty). It
/// is a separate header, because it includes cooperative groups.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/nvcc_only.cuh>

#include <impulse/detail/backend/cuda/cluster.cuh>
#include <impulse/groups.cuh>

namespace impulse::inline IMPULSE_ABI {

#if defined(_CG_HAS_CLUSTER_GROUP)
using on_device::cluster;
using on_device::cluster_storage;
#endif

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
