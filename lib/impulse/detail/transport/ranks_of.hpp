// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a transport between ranks has, and the place for ranks.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <impulse/detail/transport/call_header.hpp>
#include <impulse/detail/transport/exchange.hpp>
#include <impulse/detail/transport/recipients.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

struct join_of_two {
    void operator()(const void* left, void* right) const noexcept;
};

/// Bytes that go to another rank, and where those of another rank go.
struct sent_bytes {
    const void* data = nullptr;
    std::size_t bytes = 0;
};
struct received_bytes {
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// The same in stream order, with the rank.
struct sent_to {
    int rank;
    sent_bytes what;
};
struct received_from {
    int rank;
    received_bytes what;
};

/// Whether a transport sends each rank other bytes.
template <class Transport>
concept sends_to_each = requires(const Transport& transport, const sent_bytes* to,
                                 const received_bytes* from) {
    transport.all_to_all(to, from);
};

/// Whether parts are in GPU memory and the transport carries their forests in stream order.
template <class Transport, class Own>
concept carries_in_order = std::is_same_v<Own, device_place> && Transport::joins_in_order;

}  // namespace detail

/// What carries bytes between ranks: a transport, made from a `Transport::group` in each call, on each rank.
/// All ranks make the same calls in the same order. It has
/// - `rank()` and `size()`;
/// - `all_gather(mine, all, bytes)`: the bytes of all ranks, one after another, on each;
/// - `reduce(message, bytes, root, join)`: joins the messages of all ranks into the root's, in the order of
/// ranks, in any grouping: join(left, right) joins two into the right one. Joining forests is associative to
/// the bit;
/// - `broadcast(memory, bytes, root)`: the root's bytes, on each;
/// - optionally `all_to_all(to, from)`, for large element-wise calls: the bytes to[r] go to rank r, and those
/// of rank r to from[r]; both have `data` and `bytes`, and lengths fit. Without it each rank gathers all.
/// - `joins_in_order`, true, if it also carries forests from GPU to GPU in the order of its group's `stream`
/// (detail/distributed/in_order.cuh); then it also has
/// - `gather_in_order(mine, all, bytes)`: each rank contributes `bytes`, and all are in `all`, one after
/// another; `mine` may be their place there; in GPU memory;
/// - `send_in_order(to, from)`: the bytes of `to` go to their ranks, those of `from` come from theirs, all at
/// once; between two ranks in the order of the lists;
/// - `wait_in_order(mark)`: waits until `mark.is_reached()`, a point in the stream; throws if that may never
/// happen; `synchronize()`: the same for all that the stream was given;
/// - `chunk_bytes()`, the most bytes of a slice of an array, from its group's `chunk_bytes`;
/// - `error`, the type of its exception; after it, work that was started may never end, and is not waited
/// for.
/// - optionally its group has `timeout`, a std::chrono duration, which the place's `.timeout(limit)` sets.
///
/// An exception concerns this rank alone, and the transport is not used again in that call.
template <class Transport>
concept transport = std::constructible_from<Transport, const typename Transport::group&> &&
    requires(const Transport& transport, const void* mine, void* memory, std::size_t bytes,
             const detail::join_of_two& join) {
    { transport.rank() } -> std::convertible_to<int>;
    { transport.size() } -> std::convertible_to<int>;
    transport.all_gather(mine, memory, bytes);
    transport.reduce(memory, bytes, 0, join);
    transport.broadcast(memory, bytes, 0);
};

namespace detail {

/// One error for all places of a transport.
template <class Transport>
struct checked_transport {
    static_assert(
        transport<Transport>,
        "impulse: ranks_of<Transport> takes a transport: it is made of a Transport::group, and has "
        "rank(), size(), "
        "all_gather(mine, all, bytes), reduce(message, bytes, root, join), broadcast(memory, bytes, "
        "root), all const");
    using type = Transport;
};

}  // namespace detail

/// The ranks of a group, each with its part at a place of its own, for any `transport` between them: `ranks`
/// makes those of MPI. (Without MPI include <impulse/ranks.hpp>.)
template <class Transport, class Own = deduced_place, detail::recipients To = detail::recipients::all>
struct ranks_of {
    using transport_type = typename detail::checked_transport<Transport>::type;
    using own_place = Own;
    using exchange_type = detail::exchange<Transport>;
    static constexpr bool at_root = To == detail::recipients::root;
    static constexpr bool in_shards = To == detail::recipients::shards;
    static constexpr bool has_all_to_all = detail::sends_to_each<transport_type>;

    typename Transport::group group;
    std::int64_t value_at = detail::no_root;
    Own own{};
    exchange_type* exchange = nullptr;
    index_t first =
        -1;  ///< the index of this rank's first item in the whole; -1: the ranks exchange their counts

    bool says_where() const { return first >= 0; }

    /// The value on one rank alone: calls return a std::optional, which has it there, and `_into` writes it
    /// there. Throws std::invalid_argument if the rank is negative; a call does if there is no such rank.
    ranks_of<Transport, Own, detail::recipients::root> root(int rank) const {
        if (rank < 0) detail::bad_argument({"root is ", rank, "; it must be 0 or more"});
        return {group, rank, own, exchange, first};
    }

    /// Of an element-wise call (elementwise.hpp) rank r of R gets the results of its shard alone, of the
    /// items from ⌊m·r/R⌋ to ⌊m·(r+1)/R⌋: a reduce-scatter.
    ranks_of<Transport, Own, detail::recipients::shards> scattered() const {
        return {group, detail::no_root - 1, own, exchange, first};
    }

    /// This rank's part begins at item `first_index` of the whole: calls exchange no counts, and an `_into`
    /// form does not wait; one that returns a value waits for the parts of all. Throws std::invalid_argument
    /// if it is negative; a call does if the part would end beyond item 2^62.
    ranks_of at(index_t first_index) const requires detail::carries_in_order<Transport, Own> {
        if (first_index < 0) detail::bad_argument({"first_index is ", first_index, "; it must be 0 or more"});
        return {group, value_at, own, exchange, first_index};
    }

    /// The longest that a call waits for the other ranks, each time that it waits (NCCL's ranks). If it takes
    /// longer, the communicator is aborted, and the call throws nccl_error, whose has_aborted() is true. The
    /// communicator is then gone, so no call may name it again, ncclCommAbort included. What calls in flight
    /// have left in `out` and in a workspace is not valid: wait for the stream, then free both, and items. A
    /// call that does not wait has no limit of its own: call `synchronize()` after it. Nor has one that is
    /// captured: while a graph of its calls exists, NCCL may keep ncclCommAbort waiting. A communicator that
    /// blocks waits by itself when it connects in its first call: make it with `blocking = 0`. Throws
    /// std::invalid_argument unless the limit is positive.
    template <class Limit>
    ranks_of timeout(const Limit& limit) const requires requires(typename Transport::group its) {
        its.timeout = limit;
    }
    {
        ranks_of its = *this;
        its.group.timeout = limit;
        if (limit <= Limit::zero())
            detail::bad_argument({"timeout is not positive; it must be more than 0 s"});
        return its;
    }

    /// Waits until this rank's stream has done what it was given, which may wait for other ranks: no longer
    /// than `.timeout(limit)` says. Throws nccl_error then, or if the communicator has an error, and
    /// std::invalid_argument if the stream is being captured.
    void synchronize() const requires detail::carries_in_order<Transport, Own> {
        transport_type(group).synchronize();
    }

    /// Element-wise calls cut arrays into slices of at most so many bytes, rounded up to 256 items, which
    /// limits their scratch memory: R - 1 slices for R ranks, and one of results on a rank that keeps none.
    /// The same on all ranks; less than 512 MiB is slower (NCCL's ranks). Throws std::invalid_argument if it
    /// is less than 1.
    ranks_of chunk_bytes(index_t bytes) const requires detail::carries_in_order<Transport, Own> {
        if (bytes < 1) detail::bad_argument({"chunk_bytes is ", bytes, "; it must be 1 or more"});
        ranks_of its = *this;
        its.group.chunk_bytes = bytes;
        return its;
    }

    /// This rank's part at a named place: `impulse::host`, or a stream, in whose order a transport that can
    /// carries the forests. Otherwise its iterators tell the place. Throws std::invalid_argument if `.at` was
    /// used and the part is on the host.
    template <class Where>
    auto on(const Where& where) const {
        using place = std::remove_const_t<decltype(detail::as_place(where))>;
        const place at = detail::as_place(where);
        auto members = group;
        if constexpr (detail::carries_in_order<Transport, place>)
            members.stream = at.stream;
        else if (says_where())
            detail::bad_argument(
                {"policy is on the host, but .at(first_index) needs a GPU or a stream; leave .at "
                 "out, and the ranks exchange where their parts begin"});
        return ranks_of<Transport, place, To>{members, value_at, at, exchange, first};
    }

    /// The same, as its iterators tell: on a GPU in the order of the transport's own stream.
    template <class Found>
    auto found(const Found& where) const {
        if constexpr (detail::carries_in_order<Transport, Found>)
            return on(Found{group.stream});
        else
            return on(where);
    }

    /// The same within a call's exchange.
    ranks_of in(exchange_type& call) const { return {group, value_at, own, &call, first}; }
};

}  // namespace impulse
