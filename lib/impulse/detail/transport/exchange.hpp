// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ranks exchange in a call, whatever carries it, and the place that names them.
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

/// One call's exchange, in the same steps on every rank: offers, messages joined at a root, the outcome told
/// by the root. A rank that throws goes on to the end by `abort_collective`, so that nobody waits for it.
/// The concept `transport`, below, says what a `Transport` has.
template <class Transport>
class exchange {
  public:
    using join_function = std::function<void(const void*, void*, std::size_t)>;

    /// Of a call at such a place.
    template <class Place>
    explicit exchange(const Place& place)
        : transport_(place.group), next_(place.says_where() ? step::none : step::offers) {}

    const Transport& transport() const { return transport_; }
    bool is_rank(std::int64_t rank) const { return transport_.rank() == rank; }

    /// Step 1: where this rank's part lies. `words` are what the rank reduces; a message of so many leaves as
    /// there are in all has `bytes(leaves)`, and what is told `told`. Throws on all ranks, unless they agree.
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

    /// Step 2: all messages into that of the root, in order. `join(left, right, bytes)` leaves two in the
    /// place of the right one, wherever they lie. A message begins with the rank that failed. Whether all of
    /// them are there: at the root, if no rank has failed.
    bool gather(void* message, const join_function& join) {
        next_ = step::none;
        transport_.reduce(message, bytes_, root_,
                          [&](const void* left, void* right) noexcept { join_two(left, right, join); });
        next_ = step::outcome;
        return is_rank(root_) && failed_of(message) == nobody;
    }

    /// Step 3: what the root has, to all; it begins with the rank that failed. Throws on all ranks if one
    /// has.
    void tell(void* news) {
        next_ = step::none;
        transport_.broadcast(news, told_, root_);
        if (const auto failed = failed_of(news); failed != nobody) fail(static_cast<int>(failed));
    }

    /// After step 1: this rank does the rest of the call in a way of its own, whatever it throws.
    void leave() { next_ = step::none; }

    /// In a handler: goes through the steps that are left, and throws what all ranks throw; if none is left,
    /// or the transport itself failed, what was caught.
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

    /// A rank that failed joins nothing, and says so; of several the first counts.
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

    /// A rank's words, on every rank.
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

/// Whether parts lie with GPUs, whose forests the transport carries in the order of a stream.
template <class Transport, class Own>
concept carries_in_order = std::is_same_v<Own, device_place> && Transport::joins_in_order;

}  // namespace detail

/// What carries bytes between ranks: a transport, made of a `Transport::group` in each call, on each rank.
/// All ranks call the same, in the same order. It has
/// - `rank()` and `size()`;
/// - `all_gather(mine, all, bytes)`: those of all ranks, one after the other, on each;
/// - `reduce(message, bytes, root, join)`: the messages of all ranks joined into that of the root, in the
///   order of ranks, in any grouping: join(left, right) leaves two in the place of the right one. Joining
///   forests is associative to the bit;
/// - `broadcast(memory, bytes, root)`: those of the root, on each.
/// - `joins_in_order`, true, where it also carries forests from GPU to GPU in the order of its group's
///   `stream` (detail/distributed/in_order.cuh); then it has as well
/// - `gather_in_order(all, bytes)`: of `all`, which lies with the GPU, each rank brings its `bytes` in their
///   place;
/// - `wait_in_order(mark)`: until `mark.is_reached()`, a point in the stream; throws where that may never be;
/// - `error`, the type of what it throws when it fails, after which what was started may never end, and is
///   not waited for.
///
/// What it throws is this rank's alone, and it is not used again in that call.
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
        -1;  ///< item of this rank's part in the whole; -1: the ranks tell each other how many they have

    bool says_where() const { return first >= 0; }

    /// The value on one rank alone: calls return a std::optional, which has it there, and `_into` writes it
    /// there. Throws std::invalid_argument where the rank is negative; a call does where there is none of
    /// that number.
    ranks_of<Transport, Own, true> root(int rank) const {
        if (rank < 0) detail::bad_argument({"root is ", rank, "; it must be 0 or more"});
        return {group, rank, own, exchange, first};
    }

    /// This rank's part begins at item `first_index` of the whole: calls ask the ranks for nothing, and an
    /// `_into` form waits for nobody; one that returns a value waits for the parts of all. Throws
    /// std::invalid_argument where it is negative; a call does where the part would end beyond item 2^62.
    ranks_of at(index_t first_index) const requires detail::carries_in_order<Transport, Own> {
        if (first_index < 0) detail::bad_argument({"first_index is ", first_index, "; it must be 0 or more"});
        return {group, value_at, own, exchange, first_index};
    }

    /// This rank's part at a place that is named: `impulse::host`, a stream, in whose order a transport that
    /// has one then carries. Else its iterators tell. Throws std::invalid_argument where `.at` has said where
    /// a part of the host begins.
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

    /// The same where its iterators have told: with GPUs in the order of the transport's own stream.
    template <class Found>
    auto found(const Found& where) const {
        if constexpr (detail::carries_in_order<Transport, Found>)
            return on(Found{group.stream});
        else
            return on(where);
    }

    /// The same in a call's exchange.
    ranks_of in(exchange_type& call) const { return {group, value_at, own, &call, first}; }
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
