// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ranks exchange in a call, for any transport, and the place for ranks.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/ranks.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/transport/call_header.hpp>
#include <impulse/detail/transport/rank_error.hpp>
#include <impulse/detail/transport/validate_headers.hpp>
#include <impulse/error.hpp>
#include <impulse/place.hpp>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// The exchange of one call, in the same steps on every rank: headers are compared, messages are joined at a
/// root, and the root tells the outcome. A rank that throws continues to the end by `abort_collective`, so
/// that nobody waits for it. The concept `transport`, below, says what a `Transport` has.
template <class Transport>
class exchange {
  public:
    using join_function = std::function<void(const void*, void*, std::size_t)>;

    /// For a call at such a place.
    template <class Place>
    explicit exchange(const Place& place)
        : transport_(place.group), next_(place.says_where() ? step::none : step::offers) {}

    const Transport& transport() const { return transport_; }
    bool is_rank(std::int64_t rank) const { return transport_.rank() == rank; }

    /// Step 1: where this rank's part begins and ends. `words` describe what the rank reduces;
    /// `bytes(leaves)` is the size of a message for so many leaves in all, and `told` that of the outcome.
    /// Throws on all ranks unless they agree.
    template <class Bytes>
    interval agree(call_header mine, sentence words, const Bytes& bytes,
                   std::size_t told = sizeof(std::int64_t)) {
        std::vector<call_header> all(static_cast<std::size_t>(transport_.size()));
        words_ = words.c_str();
        mine.types = detail::hash_of(words_.data(), words_.size());
        next_ = step::none;
        transport_.all_gather(&mine, all.data(), sizeof mine);
        for (int r = 0; r < transport_.size(); ++r)
            if (all[static_cast<std::size_t>(r)].failed) fail(r);
        detail::validate_headers(all, [&](int rank) { return say(rank); });
        root_ = mine.root != no_root ? static_cast<int>(mine.root) : 0;
        told_ = told;
        bytes_ = bytes(divide_up(items_of(all, transport_.size()), mine.leaf));
        next_ = step::messages;
        // fault: begin-of-rank
        const index_t begin = items_of(all, transport_.rank());
        return {begin, begin + mine.count};
    }

    /// Step 2: joins all messages into the root's, in order. `join(left, right, bytes)` joins two messages
    /// into the right one, at any addresses. A message begins with the rank that failed. Returns whether the
    /// whole is there: true at the root, if no rank has failed.
    bool gather(void* message, const join_function& join) {
        next_ = step::none;
        transport_.reduce(message, bytes_, root_,
                          [&](const void* left, void* right) noexcept { join_two(left, right, join); });
        next_ = step::outcome;
        return is_rank(root_) && failed_of(message) == nobody;
    }

    /// Step 3: the root sends its outcome to all; it begins with the rank that failed. Throws on all ranks if
    /// one has.
    void tell(void* news) {
        next_ = step::none;
        transport_.broadcast(news, told_, root_);
        if (const auto failed = failed_of(news); failed != nobody) fail(static_cast<int>(failed));
    }

    /// After step 1: this rank does the rest of the call without the exchange, whatever it throws.
    void leave() { next_ = step::none; }

    /// In a handler: goes through the remaining steps, and throws what all ranks throw; if no step remains,
    /// or the transport itself failed, the caught exception.
    [[noreturn]] void abort_collective() {
        note_failure();
        if (next_ == step::offers) {
            call_header nothing;
            nothing.failed = 1;
            agree(nothing, {words_}, [](index_t) { return std::size_t{0}; });
        } else if (next_ != step::none) {
            std::vector<char> message((std::max)(bytes_, told_));
            const std::int64_t me = transport_.rank();
            // fault: message-of-failed
            std::memcpy(message.data(), &me, sizeof me);
            if (next_ == step::messages) gather(message.data(), nullptr);
            tell(message.data());
        }
        throw;
    }

  private:
    enum class step { offers, messages, outcome, none };

    static std::int64_t failed_of(const void* message) {
        std::int64_t failed;
        std::memcpy(&failed, message, sizeof failed);
        return failed;
    }

    /// A rank that failed joins nothing, and marks the message; the first of several failed ranks counts.
    void join_two(const void* left, void* right, const join_function& join) {
        // fault: failed-rank
        std::int64_t failed = (std::min)(failed_of(left), failed_of(right));
        if (failed == nobody) {
            try {
                if (join) return join(left, right, bytes_);
            } catch (...) {
                note_failure();
            }
            failed = transport_.rank();
        }
        std::memcpy(right, &failed, sizeof failed);
    }

    void note_failure() {
        thrown_ = std::current_exception();
        words_ = detail::words_of(thrown_);
    }

    /// A rank's words, sent to every rank.
    std::string say(int rank) {
        char text[1024] = "";
        if (is_rank(rank)) words_.copy(text, sizeof text - 1);
        transport_.broadcast(text, sizeof text, rank);
        return text;
    }

    [[noreturn]] void fail(int rank) {
        const rank_error error(rank, say(rank));
        if (!is_rank(rank) || !thrown_) throw error;
        try {
            std::rethrow_exception(thrown_);
        } catch (...) {
            std::throw_with_nested(error);
        }
    }

    Transport transport_;
    int root_ = 0;
    step next_;
    std::size_t bytes_ = 0;
    std::size_t told_ = 0;
    std::string words_;
    std::exception_ptr thrown_;
};

struct join_of_two {
    void operator()(const void* left, void* right) const noexcept;
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
/// - `broadcast(memory, bytes, root)`: the root's bytes, on each.
/// - `joins_in_order`, true, if it also carries forests from GPU to GPU in the order of its group's `stream`
/// (detail/distributed/in_order.cuh); then it also has
/// - `gather_in_order(all, bytes)`: each rank contributes its `bytes` of `all`, which is in GPU memory, at
/// their place;
/// - `wait_in_order(mark)`: waits until `mark.is_reached()`, a point in the stream; throws if that may never
/// happen;
/// - `error`, the type of its exception; after it, work that was started may never end, and is not waited
/// for.
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
template <class Transport, class Own = deduced_place, bool AtRoot = false>
struct ranks_of {
    using transport_type = typename detail::checked_transport<Transport>::type;
    using own_place = Own;
    using exchange_type = detail::exchange<Transport>;
    static constexpr bool at_root = AtRoot;

    typename Transport::group group;
    std::int64_t value_at = detail::no_root;
    Own own{};
    exchange_type* exchange = nullptr;
    index_t first =
        -1;  ///< the index of this rank's first item in the whole; -1: the ranks exchange their counts

    bool says_where() const { return first >= 0; }

    /// The value on one rank alone: calls return a std::optional, which has it there, and `_into` writes it
    /// there. Throws std::invalid_argument if the rank is negative; a call does if there is no such rank.
    ranks_of<Transport, Own, true> root(int rank) const {
        if (rank < 0) detail::bad_argument({"root is ", rank, "; it must be 0 or more"});
        return {group, rank, own, exchange, first};
    }

    /// This rank's part begins at item `first_index` of the whole: calls exchange no counts, and an `_into`
    /// form does not wait; one that returns a value waits for the parts of all. Throws std::invalid_argument
    /// if it is negative; a call does if the part would end beyond item 2^62.
    ranks_of at(index_t first_index) const requires detail::carries_in_order<Transport, Own> {
        if (first_index < 0) detail::bad_argument({"first_index is ", first_index, "; it must be 0 or more"});
        return {group, value_at, own, exchange, first_index};
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
        return ranks_of<Transport, place, AtRoot>{members, value_at, at, exchange, first};
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

}  // namespace IMPULSE_ABI
}  // namespace impulse
