// SPDX-License-Identifier: Apache-2.0
/// \file
/// `block_needs`: what a launch needs of its blocks, beside their threads.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(place.hpp)

namespace impulse::inline IMPULSE_ABI {

/// What a body, as `runtime<Place>::launch` gets it, needs of each block, for warps of `Width` lanes. The
/// threads exchange values of the type `Body::accumulator`.
template <class Body, int Width>
struct block_needs {
    /// The number of values for each warp, in each of the two buffers of `exchange`.
    static constexpr int exchanged = Body::template exchanged<Width>;
    /// Bytes of shared memory of each warp's own, aligned to 16: the `warp_smem()` of a block of several
    /// threads.
    static constexpr int warp_smem_bytes = [] {
        if constexpr (requires { Body::template warp_smem_bytes<Width>; })
            // fault: bytes-of-warp
            return Body::template warp_smem_bytes<Width>;
        else
            return 0;
    }();
    /// Bytes of shared memory of the whole block, aligned to 16: its `block_smem()`. A body has no more than
    /// one of the two.
    static constexpr int block_smem_bytes = [] {
        if constexpr (requires { Body::template block_smem_bytes<Width>; })
            return Body::template block_smem_bytes<Width>;
        else
            return 0;
    }();
    /// The most threads of a block, and the blocks that shall be resident on a multiprocessor with as many,
    /// whatever registers that leaves to a lane; or 0.
    static constexpr int max_threads = [] {
        if constexpr (requires { Body::max_threads; })
            return Body::max_threads;
        else
            return 0;
    }();
    static constexpr int resident_blocks = [] {
        if constexpr (requires { Body::resident_blocks; })
            return Body::resident_blocks;
        else
            return 1;
    }();
    /// Whether each lane needs so many registers that a block may only have half as many lanes.
    static constexpr bool needs_255_registers = [] {
        if constexpr (requires { Body::needs_255_registers; })
            return Body::needs_255_registers;
        else
            return false;
    }();
};

}  // namespace impulse
