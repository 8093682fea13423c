// SPDX-License-Identifier: Apache-2.0
/// \file
/// `transfer_queues`: copies from host memory to a place that has its own memory and its own order of work.
#pragma once

#include <impulse/config.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

/// Where items are, for transfer queues: in memory of the place, in host memory that the queues can read
/// directly (pinned), or in other host memory.
enum class memory_location { in_place, pinned, elsewhere };

/// Specialize it for a place whose streaming calls should run asynchronously to the host. There are two
/// queues: one of *copies* to the place, and one of *work*, which is the place's own order.
/// `transfer_queues<Place>` is made from the place and has
/// - `memory` and `shared_memory`: owners of memory of the place, and of host memory that both queues can
/// access. They are made from (queues, bytes) and have `data()`;
/// - `event`: a point in a queue, made from the queues. A wait for an event that was never recorded returns
/// at once;
/// - `chunk_bytes`: the bytes of one copy;
/// - `where(pointer)`: returns the `memory_location` of a pointer;
/// - `copy(to, from, bytes)`: copies in the queue of copies; `move(to, from, bytes)`: copies in the queue of
/// work, between any memories;
/// - `work(f)`: calls f and puts its reductions into the queue of work;
/// - `copied(event)`, `worked(event)`: records the event at the current end of the queue of copies or work;
/// `copies_wait(event)`, `work_waits(event)`: later entries of that queue wait for the event;
/// - `wait(event)`: the host waits for the event; `is_done(event)`: whether the event has been reached;
/// - `finish()`, noexcept: the host waits for both queues.
template <class Place>
struct transfer_queues;

namespace detail {

template <class Place>
concept has_transfer_queues = requires {
    sizeof(transfer_queues<Place>);
};

/// Whether the queues, and their members, have the right constructors.
template <class Place, class Queues = transfer_queues<Place>>
concept makes_queues = std::is_constructible_v<Queues, const Place&> &&
    std::is_constructible_v<typename Queues::event, Queues&> &&
    std::is_constructible_v<typename Queues::memory, Queues&, std::size_t> &&
    std::is_constructible_v<typename Queues::shared_memory, Queues&, std::size_t>;

}  // namespace detail

/// A place with a specialization of `transfer_queues` that has all these members.
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

}  // namespace impulse
