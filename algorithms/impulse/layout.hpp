// SPDX-License-Identifier: Apache-2.0
/// \file
/// Your own layouts: the concept `item_layout`, and `with_layout`, which makes the input of a call.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/stored_layout.hpp>
#include <impulse/detail/layout/layout.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

IMPULSE_REFUSAL(with_layout_arguments,
                "impulse: the arguments are with_layout(range, layout): a random-access range of known "
                "length, which has a name if it is a list in braces, and an item_layout, which has has_many, "
                "results(), items(r), max_results(), max_items() and longest()");

/// A caller's layout over a range. The range may be longer than all groups together, or shorter if groups
/// overlap.
template <class Layout>
struct layout_within : Layout {
    index_t range_items;
    constexpr index_t extent() const { return range_items; }
};

/// A caller's layout over any items.
template <class Layout>
struct given_layout {
    Layout layout;
    template <class It>
    auto operator()(const input<It>& all) const {
        return input<It, layout_within<Layout>>{all.first, {layout, all.count()}};
    }
};

}  // namespace detail

/// The items of a range in the groups of your own layout. Group r is reduced to result r by the tree over its
/// own items. Groups may overlap and have any order.
///
/// Requires: `layout.items(r)` is within the range for each r in [0, layout.results()), and max_results(),
/// max_items() and longest() are upper bounds (not checked); results and items do not change during a call.
/// On a GPU the layout is trivially copyable and its members are IMPULSE_SHARED. The range is stored as in
/// `batches`.
/// Complexity: constant.
/// Memory: none, except for a temporary container, which it owns.
/// Throws: what a copy of the layout throws.
template <detail::layout_range Range, item_layout Layout>
auto with_layout(Range&& range, Layout layout) {
    return detail::make_layout(detail::given_layout<Layout>{std::move(layout)}, std::forward<Range>(range));
}
inline detail::refusal<detail::with_layout_arguments> with_layout(detail::anything = {},
                                                                  detail::anything = {},
                                                                  detail::anything = {}) {
    return {};
}

}  // namespace impulse

#include <impulse/detail/base/end.hpp>
