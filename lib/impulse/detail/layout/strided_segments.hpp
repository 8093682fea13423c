// SPDX-License-Identifier: Apache-2.0
/// \file
/// `strided_segments`: groups of equal length whose items lie apart, as the columns of a matrix.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/layouts.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/layout/axes.hpp>
#include <impulse/detail/layout/layout.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// `Kept` and `Reduced` axes at most. The source says where the items of a group lie
/// (detail/source/strided.hpp).
template <int Kept, int Reduced>
struct strided_segments {
    static constexpr bool has_many = true;

    axis_list<Kept> groups;  ///< where they begin
    axis_list<Reduced> along;

    IMPULSE_SHARED index_t results() const { return groups.length(); }
    /// What is counted from where a group begins, not where the items lie.
    IMPULSE_SHARED interval items(index_t r) const {
        const index_t begin = groups.offset(r);
        return {begin, begin + along.length()};
    }

    IMPULSE_SHARED index_t length_of_each() const { return along.length(); }

    constexpr index_t max_results() const { return groups.length(); }
    constexpr index_t max_items() const { return groups.length() * along.length(); }
    constexpr index_t longest() const { return along.length(); }
    /// The memory that they lie in, with what is between them.
    constexpr index_t extent() const {
        return groups.span() == 0 || along.span() == 0 ? 0 : groups.span() + along.span() - 1;
    }
    /// How many groups a CPU thread takes side by side, if it may take any number: what lies nearer than a
    /// group's own next item, or groups that are short.
    constexpr index_t beside() const {
        const axis side = groups.fastest();
        return along.length() < 64 || side.stride <= along.fastest().stride ? side.extent : 1;
    }
    /// How many groups begin side by side.
    constexpr index_t neighbours() const {
        const axis side = groups.fastest();
        return side.stride == 1 && side.extent > 0 ? side.extent : 1;
    }
    /// Whether items of n neighbouring groups, or n items of a group, always lie where n items do that are
    /// aligned as one.
    constexpr bool are_words_across(index_t n) const {
        return neighbours() % n == 0 && groups.begin_at_multiples_of(n) && along.are_multiples_of(n);
    }
    constexpr bool are_words_along(index_t n) const {
        // fault: packs-of-array
        return along.fastest().stride == 1 && along.begin_at_multiples_of(n) && groups.are_multiples_of(n);
    }
};

template <class Layout>
inline constexpr bool is_strided_segments = false;
template <int Kept, int Reduced>
inline constexpr bool is_strided_segments<strided_segments<Kept, Reduced>> = true;

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
