// SPDX-License-Identifier: Apache-2.0
/// \file
/// `policy`: how the work is shared, where it runs and with which memory, as a value.
#pragma once

#include <impulse/config.hpp>
#include <impulse/grid.hpp>
#include <impulse/places.hpp>
#include <impulse/shape.hpp>

#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <impulse/device/memory.cuh>
#endif

namespace impulse::inline IMPULSE_ABI {

/// The library chooses the memory.
struct own_memory {};

/// An execution policy. A strategy (policies/*.hpp) says how the blocks of a grid share the work and join their
/// results; the place, the memory and the shape are given by `.on`, `.with` and `.tune`, which return a new
/// policy and leave this one as it is.
template <class Strategy, class Place = deduced_place, class Memory = own_memory>
struct policy {
    using strategy_type = Strategy;
    using place_type = Place;
    using memory_type = Memory;

    Place place{};
    Memory memory{};
    shape by_hand{};

    /// On the CPU.
    constexpr policy<Strategy, host_place, Memory> on(host_place where) const {
        return {where, memory, by_hand};
    }
    /// On the current device, in its default stream.
    constexpr policy<Strategy, device_place, Memory> on(device_place where) const {
        return {where, memory, by_hand};
    }
#if IMPULSE_HAS_CUDA
    /// On the device of a stream, in the order of that stream.
    constexpr policy<Strategy, device_place, Memory> on(cudaStream_t stream) const {
        return {device_place{stream}, memory, by_hand};
    }

    /// With scratch memory that the caller owns; the workspace must outlive the calls.
    constexpr policy<Strategy, Place, on_device::workspace_memory> with(workspace& space) const {
        return {place, {&space}, by_hand};
    }
    /// With scratch memory from a resource, which must outlive the calls.
    template <memory_resource R>
    constexpr policy<Strategy, Place, on_device::resource_memory<R>> with(R& resource) const {
        return {place, {&resource}, by_hand};
    }
#endif

    /// With a shape by hand.
    constexpr policy tune(const shape& size) const { return {place, memory, size}; }
};

namespace detail {

template <class T>
inline constexpr bool is_policy = false;
template <class Strategy, class Place, class Memory>
inline constexpr bool is_policy<policy<Strategy, Place, Memory>> = true;

}  // namespace detail

/// An execution policy of this library.
template <class T>
concept execution_policy = detail::is_policy<std::remove_cvref_t<T>>;

}  // namespace impulse::inline IMPULSE_ABI
