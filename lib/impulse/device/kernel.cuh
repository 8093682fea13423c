// SPDX-License-Identifier: Apache-2.0
/// \file
/// The kernel of every policy.
#pragma once

#include <impulse/config.hpp>
#include <impulse/device/block.cuh>
#include <impulse/device/calls.cuh>

namespace impulse::inline IMPULSE_ABI::on_device {

/// A body, called by every thread of a block of whole warps.
template <class Body>
__global__ void __launch_bounds__(1024) run_body(const __grid_constant__ Body body) {
    using storage = block_storage<typename Body::accumulator>;
    __shared__ storage shared;
    if (blockDim.x == 0) {  // never run, but checked
        auto op = body.reduction.op;
        name_calls<typename Body::accumulator>(op, body.reduction.source);
    }
    block<storage, true> self(shared);
    body(self);
}

}  // namespace impulse::inline IMPULSE_ABI::on_device
