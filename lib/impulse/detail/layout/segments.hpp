// SPDX-License-Identifier: Apache-2.0
/// \file
/// `segments`: groups of any length, whose begins and ends are in two arrays.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/error.hpp>

#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Segment r has the items [begins[r], ends[r]) of `values` items.
template <class Begins, class Ends>
struct bounded_segments {
    static constexpr bool has_many = true;

    Begins begins;
    Ends ends;
    index_t count;
    index_t values;

    IMPULSE_SHARED index_t results() const { return count; }
    struct bounds_type {
        std::iter_value_t<Begins> begin;
        std::iter_value_t<Ends> end;
    };
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED bounds_type bounds(index_t r) const {
        return {begins[static_cast<std::iter_difference_t<Begins>>(r)],
                ends[static_cast<std::iter_difference_t<Ends>>(r)]};
    }
    IMPULSE_SHARED interval items(index_t, const bounds_type& found) const {
        return {static_cast<index_t>(found.begin), static_cast<index_t>(found.end)};
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED interval items(index_t r) const { return items(r, bounds(r)); }

    constexpr index_t max_results() const { return count; }
    /// An upper bound if segments do not overlap.
    constexpr index_t max_items() const { return values; }
    constexpr index_t longest() const { return values; }

    void memory(const auto& visit) const {
        if constexpr (std::is_pointer_v<Begins>) visit(static_cast<const void*>(begins), count, "offsets");
        if constexpr (std::is_pointer_v<Ends>) visit(static_cast<const void*>(ends), count, "offsets");
    }

    index_t bounds_to_check() const { return count; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED interval look_at(index_t r) const { return items(r); }
    IMPULSE_SHARED bool is_right(const interval& its) const {
        // Without branches, so that compilers can vectorize it.
        return (0 <= its.begin) & (its.begin <= its.end) & (its.end <= values);
    }
    [[noreturn]] void complain(const auto& wrong) const {
        const auto begin = static_cast<std::iter_value_t<Begins>>(wrong.seen.begin);  // in the caller's type
        const auto end = static_cast<std::iter_value_t<Ends>>(wrong.seen.end);
        const bool is_below = std::is_signed_v<decltype(begin)> && wrong.seen.begin < 0;
        // fault: ends-beyond
        const bool is_beyond =
            wrong.seen.end > values || (wrong.seen.end < 0 && !std::is_signed_v<decltype(end)>);
        if (is_beyond && !is_below)
            detail::bad_argument({"segment ", wrong.at, " has offsets [", begin, ", ", end,
                                  "), but the input has ", values, " values"});
        detail::bad_argument({"segment ", wrong.at, " has offsets [", begin, ", ", end, "), which ",
                              is_below ? "begin below 0" : "decrease"});
    }
};

}  // namespace impulse::detail
