// SPDX-License-Identifier: Apache-2.0
/// \file
/// `transfer_queues`: the way from the host's memory to a place that has memory and an order of work of its
/// own.
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {

/// Where items lie, as transfer queues see them: in memory of the place, in memory of the host that they read
/// itself (pinned), or in other memory of the host.
enum class memory_location { in_place, pinned, elsewhere };

/// Specialize it for a place on which streams shall run apart from the host. There are two queues: of
/// *copies* to the place, and of *work*, which is the place's own order. `transfer_queues<Place>` is made of
/// the place and has
/// - `memory` and `shared_memory`, owners made of (queues, bytes), with `data()`: of the place; and of the
///   host, which both queues reach;
/// - `event`, made of the queues: a point in a queue; of one that was never recorded nobody waits;
/// - `chunk_bytes`: how much is copied at a time;
/// - `where(pointer)`, which `memory_location` it is;
/// - `copy(to, from, bytes)` in the queue of copies; `move(to, from, bytes)` in that of work, between any
///   memories;
/// - `work(f)`: calls f, whose reductions come into the queue of work;
/// - `copied(event)`, `worked(event)`: records it behind what is in that queue now; `copies_wait(event)`,
///   `work_waits(event)`: what comes into that queue later waits for it;
/// - `wait(event)`: the host waits; `is_done(event)`: it asks;
/// - `finish()`, noexcept: the host waits for both queues.
template <class Place>
struct transfer_queues;

namespace detail {

template <class Place>
concept has_transfer_queues = requires {
    sizeof(transfer_queues<Place>);
};

}  // namespace detail

namespace detail {

/// Whether the queues, and what is made of them, are constructed as they should be.
template <class Place, class Queues = transfer_queues<Place>>
concept makes_queues = std::is_constructible_v<Queues, const Place&> &&
    std::is_constructible_v<typename Queues::event, Queues&> &&
    std::is_constructible_v<typename Queues::memory, Queues&, std::size_t> &&
    std::is_constructible_v<typename Queues::shared_memory, Queues&, std::size_t>;

}  // namespace detail

/// A place of which `transfer_queues` is specialized, and has all members that it names.
template <class Place>
concept place_with_queues = detail::has_transfer_queues<Place> && detail::makes_queues<Place> &&
    requires(transfer_queues<Place>& to, typename transfer_queues<Place>::event& point, void* to_memory,
             const void* here, std::size_t bytes, void (&work)()) {
    { transfer_queues<Place>::chunk_bytes } -> std::convertible_to<std::size_t>;
    { to.where(here) } -> std::same_as<memory_location>;
    to.copy(to_memory, here, bytes);
    to.move(to_memory, here, bytes);
    to.work(work);
    to.copied(point);
    to.worked(point);
    to.copies_wait(point);
    to.work_waits(point);
    to.wait(point);
    { to.is_done(point) } -> std::convertible_to<bool>;
    { to.finish() }
    noexcept;
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
