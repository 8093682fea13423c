// SPDX-License-Identifier: Apache-2.0
/// \file
/// `whole_input`: all items are one result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/error.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Count>
struct all_items {
    static constexpr bool has_many = false;

    Count count;

    IMPULSE_SHARED index_t results() const { return 1; }
    IMPULSE_SHARED interval items(index_t) const { return {0, count()}; }

    constexpr index_t max_results() const { return 1; }
    constexpr index_t max_items() const { return count.most; }
    constexpr index_t longest() const { return count.most; }
};

using whole_input = all_items<known>;

/// All items, with the count in memory.
template <class At>
struct counted_items : all_items<number_at<At>> {
    void memory(const auto& visit) const {
        if constexpr (std::is_pointer_v<At>)
            visit(static_cast<const void*>(this->count.at), index_t{1}, "count");
    }

    index_t bounds_to_check() const { return 1; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED interval look_at(index_t) const { return {0, static_cast<index_t>(*this->count.at)}; }
    IMPULSE_SHARED bool is_right(const interval& all) const {
        // fault: count-is-there
        return 0 <= all.end && all.end <= this->count.most;
    }
    [[noreturn]] void complain(const auto& wrong) const {
        const auto found = static_cast<std::iter_value_t<At>>(wrong.seen.end);  // in the caller's type
        detail::bad_argument({"count is ", found, "; it must be between 0 and ", this->count.most});
    }
};

}  // namespace impulse::detail
