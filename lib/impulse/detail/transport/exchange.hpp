// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ranks exchange in a call, for any transport, and the checks that they agree before it.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/transport/call_header.hpp>
#include <impulse/detail/transport/rank_error.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace impulse::inline IMPULSE_ABI::detail {

inline std::string root_in_words(std::int64_t root) {
    return root < no_root ? "none (.scattered())" : root == no_root ? "none" : std::to_string(root);
}

inline void require_root(std::int64_t root, int ranks) {
    if (root < 0 || root >= ranks)
        detail::bad_argument({"root is ", root, "; it must be between 0 and ", ranks - 1});
}

/// Calls look(rank, header) for every rank.
void for_each_header(const std::vector<call_header>& all, const auto& look) {
    for (std::size_t r = 0; r < all.size(); ++r) look(static_cast<int>(r), all[r]);
}

/// Throws the same exception on every rank unless the headers of all ranks agree on types, initial value and
/// root. `say(rank)` asks a rank for its types, `say_init(rank)` for its initial value.
void validate_headers(const std::vector<call_header>& all, const auto& say, const auto& say_init) {
    const call_header& first = all[0];
    detail::for_each_header(all, [&](int r, const call_header& its) {
        if (its.types == first.types) return;
        const auto own = say(0);
        detail::bad_argument({"rank ", r, " reduces ", say(r), ", but rank 0 reduces ", own});
    });
    detail::for_each_header(all, [&](int r, const call_header& its) {
        // fault: agree-on-init
        if (its.init != first.init) {
            const auto own = say_init(0);
            detail::bad_argument(
                {"init differs between rank ", r, " and rank 0: ", say_init(r), " and ", own});
        }
        if (its.root != first.root)
            detail::bad_argument({"root is ", root_in_words(its.root), " on rank ", r, ", but ",
                                  root_in_words(first.root), " on rank 0"});
    });
    if (first.root > no_root) detail::require_root(first.root, static_cast<int>(all.size()));
}

/// Throws the same exception on every rank unless all parts begin at leaves and end at item 2^62 or before.
inline void validate_parts(const std::vector<call_header>& all) {
    const call_header& first = all[0];
    index_t begin = 0;
    detail::for_each_header(all, [&](int r, const call_header& its) {
        // fault: agree-on-leaf
        if (its.count > 0 && begin % first.leaf != 0) {
            const index_t before = begin - begin % first.leaf;
            detail::bad_argument({"the part of rank ", r, " begins at item ", begin,
                                  "; it must begin at a multiple of the operator's leaf, ", first.leaf,
                                  " (such as ", before, " or ", before + first.leaf, ")"});
        }
        if (its.count > (index_t{1} << 62) - begin)
            detail::bad_argument({"the part of rank ",
                                  r,
                                  " begins at item ",
                                  begin,
                                  " and has ",
                                  {its.count, "item"},
                                  "; it must end at item 2^62 or before"});
        begin += its.count;
    });
}

/// Throws the same exception on every rank unless the inputs of all ranks have the same number of items.
inline void validate_items(const std::vector<call_header>& all, const char* input, const char* unit) {
    detail::for_each_header(all, [&](int r, const call_header& its) {
        // fault: agree-on-items
        if (its.count != all[0].count)
            detail::bad_argument(
                {input, " has ", {its.count, unit}, " on rank ", r, ", but ", all[0].count, " on rank 0"});
    });
}

/// The number of items of the first `ranks` parts.
inline index_t items_of(const std::vector<call_header>& all, int ranks) {
    index_t items = 0;
    for (int r = 0; r < ranks; ++r) items += all[static_cast<std::size_t>(r)].count;
    return items;
}

/// The exchange of one call. Every rank takes the same steps: the ranks compare headers, join messages at a
/// root, and the root sends the outcome. A rank that throws takes the remaining steps by `abort_collective`,
/// so that no rank waits for it forever. Nothing is allocated between two steps, so that a rank can take them
/// even if it has no memory left. The concept `transport` (ranks_of.hpp) lists the members of a `Transport`.
template <class Transport>
class exchange {
  public:
    /// The exchange of a call at `place`.
    explicit exchange(const auto& place)
        : transport_(place.group),
          next_(place.says_where() ? step::none : step::offers),
          headers_(place.says_where() ? 0 : static_cast<std::size_t>(transport_.size())) {}

    const Transport& transport() const { return transport_; }
    bool is_rank(std::int64_t rank) const { return transport_.rank() == rank; }

    /// Step 1: returns where this rank's part begins and ends. `bytes(leaves)` is the size of a message if
    /// all parts together have so many leaves; `told` is the size of the outcome. Throws on all ranks unless
    /// they agree.
    interval agree(call_terms own, const auto& bytes, std::size_t told = sizeof(std::int64_t)) {
        empty_message_.resize((std::max)(bytes(index_t{1} << 62), told));
        compare(own);
        const call_header& mine = own.header;
        detail::validate_parts(headers_);
        root_ = mine.root != no_root ? static_cast<int>(mine.root) : 0;
        told_ = told;
        bytes_ = bytes(divide_up(items_of(headers_, transport_.size()), mine.leaf));
        next_ = step::messages;
        // fault: begin-of-rank
        const index_t begin = items_of(headers_, transport_.rank());
        return {begin, begin + mine.count};
    }

    /// The only step of an element-wise call before it sends arrays. Throws on all ranks unless they agree;
    /// they must also agree on the number of items (or columns) of their inputs.
    void agree_on_items(call_terms own, const char* input = "elementwise", const char* unit = "item") {
        failed_.resize(headers_.size());
        compare(own);
        detail::validate_items(headers_, input, unit);
    }
    /// Calls f() between two collectives, unless this rank has thrown in an earlier attempt. `settle` reports
    /// what f() throws.
    void attempt(const auto& f) {
        if (thrown_) return;
        try {
            f();
        } catch (...) {
            note_failure();
        }
    }
    /// Throws on all ranks if one has thrown in `attempt`.
    void settle() {
        const std::int64_t mine = thrown_ ? transport_.rank() : nobody;
        transport_.all_gather(&mine, failed_.data(), sizeof mine);
        // fault: settle-failed
        for (const std::int64_t each : failed_)
            if (each != nobody) fail(static_cast<int>(each));
    }

    /// Step 2: joins all messages into the root's message, in order. `join(left, right, bytes)` joins two
    /// messages into the right one, at any addresses. A message begins with the rank that failed. Returns
    /// whether this rank has the whole: true at the root if no rank has failed.
    bool gather(void* message, const auto& join) {
        next_ = step::none;
        transport_.reduce(message, bytes_, root_,
                          [&](const void* left, void* right) noexcept { join_two(left, right, join); });
        next_ = step::outcome;
        return is_rank(root_) && failed_of(message) == nobody;
    }

    /// Step 3: the root sends the outcome to all ranks; it begins with the rank that failed. Throws on all
    /// ranks if one has failed.
    void tell(void* news) {
        next_ = step::none;
        transport_.broadcast(news, told_, root_);
        if (const auto failed = failed_of(news); failed != nobody) fail(static_cast<int>(failed));
    }

    /// After step 1: the rest of the call uses no exchange, so errors of this rank are not sent to others.
    void leave() { next_ = step::none; }

    /// Called in an exception handler. Takes the remaining steps, and throws what all ranks throw. If no step
    /// remains, or if the transport itself failed, it rethrows the caught exception.
    [[noreturn]] void abort_collective() {
        note_failure();
        if (next_ == step::offers) {
            call_header nothing;
            nothing.failed = 1;
            announce(nothing);
        } else if (next_ != step::none) {
            char* const message = empty_message_.data();
            const std::int64_t me = transport_.rank();
            // fault: message-of-failed
            std::memcpy(message, &me, sizeof me);
            if (next_ == step::messages) gather(message, [](const void*, void*, std::size_t) {});
            tell(message);
        }
        throw;
    }

  private:
    enum class step { offers, messages, outcome, none };

    /// A text for all ranks, truncated.
    struct text {
        char bytes[1024] = "";
        const char* c_str() const { return bytes; }
        void assign(const char* words) { std::strncpy(bytes, words, sizeof bytes - 1); }
    };

    /// Gathers the headers of all ranks. Throws on all ranks if one has failed.
    void announce(const call_header& mine) {
        next_ = step::none;
        transport_.all_gather(&mine, headers_.data(), sizeof mine);
        for (std::size_t r = 0; r < headers_.size(); ++r)
            if (headers_[r].failed) fail(static_cast<int>(r));
    }
    /// The same, and throws unless the ranks agree on types, initial value and root.
    void compare(call_terms& own) {
        const char* const types = own.types.c_str();
        own.header.types = detail::hash_of(types, std::strlen(types));
        words_.assign(types);
        announce(own.header);
        const auto say_types = [&](int rank) { return say(rank); };
        detail::validate_headers(headers_, say_types, [&](int rank) {
            if (is_rank(rank)) attempt([&] { words_.assign(own.init(own.request).c_str()); });
            return say(rank);
        });
    }

    static std::int64_t failed_of(const void* message) {
        std::int64_t failed;
        std::memcpy(&failed, message, sizeof failed);
        return failed;
    }

    /// A rank that has failed joins nothing, and writes its number into the message. If several ranks have
    /// failed, the first is kept.
    void join_two(const void* left, void* right, const auto& join) noexcept {
        // fault: failed-rank
        std::int64_t failed = (std::min)(failed_of(left), failed_of(right));
        if (failed == nobody && !thrown_) {
            try {
                return join(left, right, bytes_);
            } catch (...) {
                note_failure();
            }
        }
        if (failed == nobody) failed = transport_.rank();
        std::memcpy(right, &failed, sizeof failed);
    }

    /// Called in an exception handler.
    void note_failure() noexcept {
        thrown_ = std::current_exception();
        try {
            throw;
        } catch (const std::exception& error) {
            words_.assign(error.what());
        } catch (...) {
            words_.assign("threw an exception that is not a std::exception");
        }
    }

    /// Sends the text of one rank to every rank.
    text say(int rank) {
        text its = words_;
        transport_.broadcast(its.bytes, sizeof its.bytes, rank);
        return its;
    }

    [[noreturn]] void fail(int rank) {
        const rank_error error(rank, say(rank).c_str());
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
    text words_;
    std::exception_ptr thrown_;
    std::vector<call_header> headers_;  ///< of all ranks
    std::vector<std::int64_t> failed_;  ///< for each rank its number, if it has thrown in `attempt`
    std::vector<char> empty_message_;   ///< in place of a message or an outcome, if this rank has failed
};

}  // namespace impulse::detail
