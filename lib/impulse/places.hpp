// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a reduction runs: `host`, `device`, a stream. Known at compile time.
#pragma once

#include <impulse/config.hpp>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse::inline IMPULSE_ABI {

/// The CPU: all threads of the host back end (oneTBB, std::thread or none; chosen when the build is configured).
struct host_place {};

/// A GPU: the device of a stream, in the order of that stream. The default is the current device's default
/// stream.
struct device_place {
#if IMPULSE_HAS_CUDA
    cudaStream_t stream = nullptr;
#endif
};

/// Not said: the common system of all iterators of the call decides.
struct deduced_place {};

inline constexpr host_place host{};
inline constexpr device_place device{};

}  // namespace impulse::inline IMPULSE_ABI
