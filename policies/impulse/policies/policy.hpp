// SPDX-License-Identifier: Apache-2.0
/// \file
/// `policy`: a value that says how the work is split, where it runs and which memory it uses.
#pragma once

#include <impulse/config.hpp>
#include <impulse/place.hpp>
#include <impulse/policies/schedule.hpp>
#include <impulse/shape.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// Checks the schedule here, so that an error appears once for all policies of a schedule.
template <class Schedule>
struct checked_schedule {
    static_assert(schedule<Schedule>,
                  "impulse: policy<Schedule> takes a schedule: it has static cuts, fetches, "
                  "launches(tiles), blocks(tiles, launch) and run(block, work, launch)");
    using type = Schedule;
};

}  // namespace detail

/// An execution policy. A schedule (policies/schedule.hpp) decides how the blocks of a grid split the work
/// and join their results. `.on`, `.with` and `.tune` set the place, the memory and the shape. They return a
/// new policy and leave this one unchanged.
template <class Schedule, class Place = deduced_place, class Memory = own_memory, bool Checked = false>
struct policy {
    using schedule_type = typename detail::checked_schedule<Schedule>::type;
    using place_type = Place;
    using memory_type = Memory;
    static constexpr bool is_checked = Checked;

    Place place{};
    Memory memory{};
    shape user_shape{};

    /// Sets the place: `impulse::host`, `impulse::device` (the current device, in its default stream), a CUDA
    /// stream (the stream's device, in stream order), `devices(...)`, `ranks(...)`, or your own place.
    /// Without it the iterators of a call determine the place.
    constexpr auto on(const auto& where) const {
        const auto at = detail::as_place(where);
        return policy<Schedule, std::remove_const_t<decltype(at)>, Memory, Checked>{at, memory, user_shape};
    }

    /// Uses the caller's memory for scratch memory: on a GPU a `workspace`, or a memory resource. It must
    /// outlive the calls. With a workspace an `_into` form allocates nothing, so a graph can capture it.
    template <class Given>
    constexpr policy<Schedule, Place, given_memory<Given>, Checked> with(Given& given) const {
        return {place, {&given}, user_shape};
    }

    /// Sets the shape, rounded to what the tree allows; `explain` shows it. No result depends on it, unless
    /// the operator is `unordered`.
    constexpr policy tune(const shape& size) const { return {place, memory, size}; }

    /// Checks the contents of a layout that are in memory (offsets, or a count) before anything is written.
    /// The call waits for the check, and throws std::invalid_argument, which names the first wrong one. So it
    /// refuses a stream that is being captured. On the host every call checks them. `elementwise` over ranks
    /// of NCCL compares the ranks' calls.
    constexpr policy<Schedule, Place, Memory, true> checked() const { return {place, memory, user_shape}; }
};

namespace detail {

template <class Type>
inline constexpr bool is_policy = false;
template <class Schedule, class Place, class Memory, bool Checked>
inline constexpr bool is_policy<policy<Schedule, Place, Memory, Checked>> = true;

}  // namespace detail

/// An execution policy of this library.
template <class Type>
concept execution_policy = detail::is_policy<std::remove_cvref_t<Type>>;

}  // namespace impulse
