// SPDX-License-Identifier: Apache-2.0
/// \file
/// A cluster of blocks as a group: in a header of its own because it includes cooperative groups.
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/cluster.cuh>
#include <impulse/groups.cuh>

namespace impulse::inline IMPULSE_ABI {

using on_device::cluster;
using on_device::cluster_storage;

}  // namespace impulse::inline IMPULSE_ABI
