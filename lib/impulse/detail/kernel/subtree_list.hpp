// SPDX-License-Identifier: Apache-2.0
/// \file
/// The list of subtrees of many results.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/policies/schedule.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/atomics.hpp>
#include <impulse/detail/plan/records.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Space for subtrees of results whose lengths only the workers see. Blocks of one launch write them, those
/// of the next read them.
struct subtree_list {
    listed_subtree* subtrees;
    index_t capacity;

    /// Whether there is space for `count` more subtrees: their numbers begin at `first`. If there is not
    /// enough, the rest of the list is filled with empty subtrees.
    IMPULSE_SHARED bool reserve(std::uint64_t* length, index_t count, index_t& first) const {
        first = static_cast<index_t>(detail::fetch_add_relaxed(length, static_cast<std::uint64_t>(count)));
        if (first + count <= capacity) return true;
        for (index_t i = first; i < capacity; ++i) subtrees[i].at = {0, i, 0, 0};
        return false;
    }
    /// Clears the first `count`, by `threads` threads, each with its rank.
    IMPULSE_SHARED void clear(index_t count, int rank, int threads) const {
        for (index_t i = rank; i < count; i += threads) subtrees[i] = {{0, 0, 0, 0, {0, 0}}, 0};
    }
    IMPULSE_SHARED index_t length(std::uint64_t* length) const {
        const auto n = static_cast<index_t>(detail::load_relaxed(length));
        return n < capacity ? n : capacity;
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
