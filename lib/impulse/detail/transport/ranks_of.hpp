// SPDX-License-Identifier: Apache-2.0
/// \file
/// The concept `transport`, and the place of ranks.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <impulse/detail/transport/call_header.hpp>
#include <impulse/detail/transport/exchange.hpp>
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

/// Bytes to send to another rank, and the memory for bytes received from another rank.
struct sent_bytes {
    const void* data = nullptr;
    std::size_t bytes = 0;
};
struct received_bytes {
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// The same for a call in stream order, with the number of the other rank.
struct sent_to {
    int rank;
    sent_bytes what;
};
struct received_from {
    int rank;
    received_bytes what;
};

/// Whether a transport can send different bytes to each rank.
template <class Transport>
concept sends_to_each = requires(const Transport& transport, const sent_bytes* to,
                                 const received_bytes* from) {
    transport.all_to_all(to, from);
};

/// Whether parts are in GPU memory and the transport sends their forests in stream order.
template <class Transport, class Own>
concept carries_in_order = std::is_same_v<Own, device_place> && Transport::joins_in_order;

}  // namespace detail

/// A transport sends bytes between ranks. Each call makes one from a `Transport::group` on each rank. All
/// ranks make the same calls in the same order. A transport has
/// - `rank()` and `size()`;
/// - `all_gather(mine, all, bytes)`: each rank gets the bytes of all ranks, one after another;
/// - `reduce(message, bytes, root, join)`: joins the messages of all ranks into the root's message, in the
/// order of ranks and in any grouping; join(left, right) joins two messages into the right one. The join of
/// forests is associative to the bit;
/// - `broadcast(memory, bytes, root)`: each rank gets the root's bytes;
/// - optionally `all_to_all(to, from)`, for large element-wise calls: it sends to[r] to rank r, and receives
/// from[r] from rank r. Both have `data` and `bytes`, and the lengths match. Without it each rank gathers all
/// items.
/// - `joins_in_order`: true if it also sends forests from GPU to GPU in the order of its group's `stream`
/// (detail/distributed/in_order.cuh). Then it also has
/// - `gather_in_order(mine, all, bytes)`: as `all_gather` for GPU memory; `mine` may be this rank's bytes
/// within `all`;
/// - `send_in_order(to, from)`: sends the bytes of `to` to their ranks and receives those of `from` from
/// theirs, in one group; between two ranks in the order of the lists;
/// - `wait_in_order(mark)`: waits until `mark.is_reached()`, where the mark is a point in the stream, and
/// throws if that may never happen; `synchronize()`: the same for all work of the stream;
/// - `chunk_bytes()`: the most bytes of a slice of an array, from its group's `chunk_bytes`;
/// - `error`: the type of its exception. After it, work in flight may never end, so the library does not wait
/// for it.
/// - optionally a `timeout` in its group: a std::chrono duration, which the place's `.timeout(limit)` sets.
///
/// An exception of a transport concerns this rank alone. The call does not use the transport again.
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

/// Checks the transport here, so that an error appears once for all places of a transport.
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

/// The ranks of a group as a place. Each rank has its part at its own place, and any `transport` connects
/// them. `ranks` makes this place for MPI. (Without MPI include <impulse/ranks.hpp>.)
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

    /// Only one rank gets the value. Calls return a std::optional that has a value on that rank only, and
    /// `_into` forms write only there. Throws std::invalid_argument if the rank is negative; a call throws it
    /// if there is no such rank.
    ranks_of<Transport, Own, detail::recipients::root> root(int rank) const {
        if (rank < 0) detail::bad_argument({"root is ", rank, "; it must be 0 or more"});
        return {group, rank, own, exchange, first};
    }

    /// In an element-wise call of m items (elementwise.hpp), rank r of R gets only the results of its shard:
    /// the items from ⌊m·r/R⌋ to ⌊m·(r+1)/R⌋. This is a reduce-scatter.
    ranks_of<Transport, Own, detail::recipients::shards> scattered() const {
        return {group, detail::no_root - 1, own, exchange, first};
    }

    /// This rank's part begins at item `first_index` of the whole input. Then calls exchange no counts and an
    /// `_into` form does not wait; a call that returns a value waits for the parts of all ranks. Throws
    /// std::invalid_argument if the index is negative; a call throws it if the part would end beyond item
    /// 2^62.
    ranks_of at(index_t first_index) const requires detail::carries_in_order<Transport, Own> {
        if (first_index < 0) detail::bad_argument({"first_index is ", first_index, "; it must be 0 or more"});
        return {group, value_at, own, exchange, first_index};
    }

    /// The limit of each wait of a call for other ranks (NCCL only). If a wait takes longer, the library
    /// aborts the communicator, and the call throws nccl_error with has_aborted() true. The communicator is
    /// then invalid: do not use it again, not even for ncclCommAbort. What calls in flight have left in `out`
    /// and in a workspace is not valid: wait for the stream, then free both, and the items. The limit does
    /// not apply to a call that does not wait: call `synchronize()` after it. Nor does it apply to a captured
    /// call: while a graph of such calls exists, ncclCommAbort may wait. A blocking communicator itself waits
    /// when it connects in its first call: make it with `blocking = 0`. Throws std::invalid_argument unless
    /// the limit is positive.
    template <class Limit>
    ranks_of timeout(const Limit& limit) const requires requires(typename Transport::group its) {
        its.timeout = limit;
    }
    {
        ranks_of its = *this;
        if (limit <= Limit::zero())
            detail::bad_argument({"timeout is not positive; it must be more than 0 s"});
        using kept = decltype(its.group.timeout);
        const auto seconds = [](const auto& given) {
            using period = typename std::remove_cvref_t<decltype(given)>::period;
            return static_cast<double>(given.count()) * period::num / period::den;
        };
        // seconds::max() does not fit into nanoseconds.
        its.group.timeout = seconds(limit) < seconds((kept::max)()) ? kept(limit) : (kept::max)();
        return its;
    }

    /// Waits for all work of this rank's stream, which may depend on other ranks. Throws nccl_error if that
    /// takes longer than `.timeout(limit)` or if the communicator has an error, and std::invalid_argument if
    /// the stream is being captured.
    void synchronize() const requires detail::carries_in_order<Transport, Own> {
        transport_type(group).synchronize();
    }

    /// Element-wise calls split arrays into slices of at most so many bytes, rounded up to 256 items. This
    /// limits their scratch memory: R - 1 slices for R ranks (R for more than 16), and a slice of results on
    /// a rank that gets no results. All ranks must give the same number; less than 512 MiB is slower. (NCCL
    /// only: those of MPI on the host choose their slices.) Throws std::invalid_argument if it is less
    /// than 1.
    ranks_of chunk_bytes(index_t bytes) const requires detail::carries_in_order<Transport, Own> {
        if (bytes < 1) detail::bad_argument({"chunk_bytes is ", bytes, "; it must be 1 or more"});
        ranks_of its = *this;
        its.group.chunk_bytes = bytes;
        return its;
    }

    /// Names the place of this rank's part: `impulse::host` or a stream. If the transport can, it sends the
    /// forests in the order of that stream. Without `.on` the iterators determine the place. Throws
    /// std::invalid_argument if `.at` was used and the part is on the host.
    auto on(const auto& where) const {
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

    /// The same for the place that the iterators determine; on a GPU in the order of the transport's own
    /// stream.
    template <class Found>
    auto found(const Found& where) const {
        if constexpr (detail::carries_in_order<Transport, Found>)
            return on(Found{group.stream});
        else
            return on(where);
    }

    /// This place with the exchange of a call.
    ranks_of in(exchange_type& call) const { return {group, value_at, own, &call, first}; }
};

}  // namespace impulse
