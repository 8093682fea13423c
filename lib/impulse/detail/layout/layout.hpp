// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layouts: how many results there are, and which items each has.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layout.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

/// A number that the caller knows.
struct known {
    index_t most = 0;
    IMPULSE_SHARED constexpr index_t operator()() const { return most; }
};

/// A number that the caller knows, or that is read from memory (through a pointer or an iterator) when the
/// work runs; then only its bound is known. A value outside [0, most] is clamped.
template <class At = const index_t*>
struct number_at {
    index_t most = 0;
    At at{};

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED index_t operator()() const {
        if constexpr (std::is_pointer_v<At>) {
            if (at == nullptr) return most;
        }
        const std::iter_value_t<At> n = *at;
        if constexpr (std::is_unsigned_v<std::iter_value_t<At>>)
            return n < static_cast<std::uint64_t>(most) ? static_cast<index_t>(n) : most;
        else
            // fault: count-in-bounds
            return n < 0 ? 0 : n < most ? static_cast<index_t>(n) : most;
    }
};

}  // namespace detail

/// The bounds of a layout, which the host knows even if it does not know the counts.
template <class Layout>
concept bounded_layout = requires(const Layout& layout) {
    { Layout::has_many } -> std::convertible_to<bool>;
    { layout.max_results() } -> std::convertible_to<index_t>;
    { layout.max_items() } -> std::convertible_to<index_t>;
    { layout.longest() } -> std::convertible_to<index_t>;
};

/// Whether a layout is a list in scratch memory. `found()` is the list when the work runs; `result_of(r)` is
/// the result of its group r; `clear(rank, of)` clears the list when the subtrees no longer need it, and
/// `leave_zero(rank, of)` clears the counts.
template <class Layout>
inline constexpr bool is_cleared = requires(const Layout& layout) {
    layout.clear(index_t{}, index_t{});
};

/// Whether a layout reads the bounds of a result from memory: `bounds(r)` reads them, and `items(r, bounds)`
/// uses them, so that bounds can be loaded early.
template <class Layout>
inline constexpr bool has_bounds = requires(const Layout& layout, index_t r) {
    layout.items(r, layout.bounds(r));
};

/// Whether a layout has groups of equal length.
template <class Layout>
inline constexpr bool has_equal_lengths = requires(const Layout& layout) {
    layout.length_of_each();
};

/// A layout of items.
/// - `has_many`: whether there may be more than one result;
/// - `results()`: the number of results; `items(r)`: the positions of result r's items in the source;
/// - upper bounds: `max_results()`; `max_items()` of all results together; `longest()`, of one result.
///
/// It may have `memory(visit)`, which calls visit(pointer, count, argument) for its own memory that a place
/// must access. `with_layout(range, layout)` makes the input of a call.
template <class Layout>
concept item_layout = bounded_layout<Layout> && requires(const Layout& layout, index_t r) {
    { layout.results() } -> std::convertible_to<index_t>;
    { layout.items(r) } -> std::same_as<interval>;
};

}  // namespace impulse
