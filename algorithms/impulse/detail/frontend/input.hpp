// SPDX-License-Identifier: Apache-2.0
/// \file
/// The input of a call, from a range or a pair of iterators.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/systems.hpp>
#include <impulse/detail/layout/sink.hpp>
#include <impulse/detail/layout/whole_input.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/error.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

template <class Range>
concept input_range = requires(Range& range) {
    { std::ranges::begin(range) } -> input_iterator;
    std::ranges::end(range) - std::ranges::begin(range);
};

/// A random-access range whose end must be found by walking, such as a take_while.
template <class Range>
concept unmeasured_range = !input_range<Range> && requires(Range & range) {
    { std::ranges::begin(range) } -> input_iterator;
    { std::ranges::begin(range) == std::ranges::end(range) } -> std::convertible_to<bool>;
};

template <class Range>
concept indexed_range = input_range<Range> || unmeasured_range<Range>;

template <class It>
inline constexpr bool is_counted = false;
template <class It>
inline constexpr bool is_counted<std::counted_iterator<It>> = true;

/// Whether a range never ends. A transform, or a view of one element of each item, hides the sentinel. A view
/// with wrapped iterators ends where the underlying range does, and so does a view that contains both of its
/// iterators (drop). A view that may end earlier contains only its first iterator (take_while), or counts
/// (take).
template <class Range>
consteval bool ends_never() {
    using first = std::ranges::iterator_t<Range>;
    using last = decltype(std::ranges::end(std::declval<Range&>()));
    if constexpr (std::is_same_v<last, std::unreachable_sentinel_t>) {
        return true;
    } else if constexpr (requires(Range & range) {
                             typename std::ranges::iterator_t<
                                 std::remove_reference_t<decltype(range.base())>>;
                         } &&
                         !is_counted<first>) {
        using other = std::remove_reference_t<decltype(std::declval<Range&>().base())>;
        using beneath = std::ranges::iterator_t<other>;
        constexpr bool has_own = !std::is_same_v<first, beneath>;
        constexpr bool is_over_it = requires(const first& it) {
            { it.base() } -> std::convertible_to<beneath>;
        };
        constexpr bool has_none = std::is_same_v<last, decltype(std::ranges::end(std::declval<other&>()))>;
        if constexpr (std::is_same_v<Range, other> || has_own == has_none || (has_own && !is_over_it))
            return false;
        else
            return detail::ends_never<other>();
    } else {
        return false;
    }
}
template <class Range>
inline constexpr bool is_endless = false;
template <indexed_range Range>
inline constexpr bool is_endless<Range> = detail::ends_never<std::remove_const_t<Range>>();

/// What may be an input, or the first of two iterators.
template <class Type>
concept range_or_iterator = input_range<std::remove_reference_t<Type>> || input_iterator<std::decay_t<Type>>;

/// Whether the first `Count` of some arguments may each be a range or an iterator.
template <int Count, class... Args>
consteval bool are_inputs() {
    int remaining = Count;
    bool so = true;
    ((so = so && (remaining-- <= 0 || range_or_iterator<Args>)), ...);
    return so && remaining <= 0;
}

/// Whether the last argument is a function of one item, and not of two.
template <class Type, class... Args>
inline constexpr bool ends_with_function_of_one = false;
template <class Type, class Function>
inline constexpr bool ends_with_function_of_one<Type, Function> =
    std::is_invocable_v<std::remove_cvref_t<Function>&, const Type&> &&
    !std::is_invocable_v<std::remove_cvref_t<Function>&, const Type&, const Type&>;
template <class Type, class First, class... Rest>
requires(sizeof...(Rest) > 0) inline constexpr bool ends_with_function_of_one<Type, First, Rest...> =
    ends_with_function_of_one<Type, Rest...>;

/// Whether an array and the pointer after it are a pair of iterators, in a call of a recipe. The pointer may
/// also be a second input or `out`. It is, unless those follow it, or unless the function that would join two
/// inputs takes only one item.
template <class Recipe, class... Args>
inline constexpr bool array_begins_a_pair = false;
template <class Recipe, class Type, std::size_t Count, class Last, class... Rest>
requires(std::is_pointer_v<std::remove_cvref_t<Last>>&& std::is_same_v<
         const Type*, const std::remove_pointer_t<std::remove_cvref_t<
                          Last>>*>) inline constexpr bool array_begins_a_pair<Recipe, Type (&)[Count], Last,
                                                                              Rest...> = [] {
    constexpr int rest = static_cast<int>(sizeof...(Rest)) - Recipe::has_out;
    constexpr bool has_two =
        Recipe::inputs(rest) == 2 &&
        (Recipe::needs_second(rest) || detail::are_inputs<1 + Recipe::has_out, Rest...>());
    return (
        has_two || Recipe::inputs(rest + 1) != 2 ||
        ends_with_function_of_one<Type, Rest...>)&&detail::are_inputs<has_two + Recipe::has_out, Rest...>();
}();

/// Whether a parameter is a list in braces, or owns its items, so that what a call writes to it would be
/// lost.
template <class Param>
inline constexpr bool is_list =
    std::is_array_v<std::remove_reference_t<Param>> && !std::is_lvalue_reference_v<Param>;
template <class Param>
inline constexpr bool owns_items =
    std::is_array_v<std::remove_reference_t<Param>>
        ? is_list<Param>
        : std::ranges::range<std::remove_cvref_t<Param>> && !std::ranges::view<std::remove_cvref_t<Param>>;

/// A pointer to the items, if they are contiguous: std's contiguous iterators, and thrust's device pointers
/// and vector iterators (recognised by their structure, so that thrust need not be included).
template <class It>
constexpr auto unwrap(const It& it) {
    if constexpr (std::is_pointer_v<It>)
        return it;
    else if constexpr (std::contiguous_iterator<It>)
        return std::to_address(it);
    else if constexpr (is_thrust_pointer<It>)
        return it.get();
    else if constexpr (is_thrust_vector_iterator<It>)
        return detail::unwrap(it.base());
    else
        return it;
}

/// The items of an iterator, grouped by a layout.
template <input_iterator It, class Layout = whole_input>
struct input {
    using iterator = It;

    It first;
    Layout layout;

    /// For runs of equal keys: writes their first keys to keys_out[0], keys_out[1], ... and their number to
    /// *count_out.
    template <class Keys, class Count>
    auto into(Keys keys_out, Count count_out) const requires requires {
        layout.into(detail::unwrap(keys_out), detail::unwrap(count_out));
    }
    {
        static_assert(!is_of_bits<Keys>,
                      "impulse: keys_out is a std::vector<bool>, whose elements share words, so many threads "
                      "cannot write it; use unsigned char");
        auto with = layout.into(detail::unwrap(keys_out), detail::unwrap(count_out));
        if constexpr (is_refusal<decltype(with)>)
            return with;
        else
            return input<It, decltype(with)>{first, std::move(with)};
    }

    /// All items, as a second input.
    const input& items() const { return *this; }
    /// The number of items, at most.
    index_t count() const { return layout.max_items(); }
    /// The number of items of memory from the first to the last item.
    index_t extent() const {
        if constexpr (requires { layout.extent(); })
            return layout.extent();
        else
            return count();
    }
};

/// A second input with one item for each index in a group, the same for all groups.
template <class It>
struct item_of_group {
    using iterator = It;
    input<It> all;
    const input<It>& items() const { return all; }
};
template <class Type>
inline constexpr bool is_item_of_group = is_a<Type, item_of_group>;

template <class Type>
inline constexpr bool is_input = is_item_of_group<Type>;
template <class It, class Layout>
inline constexpr bool is_input<input<It, Layout>> = true;

/// The input between two iterators. If they have no difference, the end is found by a walk on the caller's
/// thread.
template <class It, class Last>
auto input_between(const It& first, const Last& last) {
    index_t count = 0;
    if constexpr (requires { static_cast<index_t>(last - first); }) {
        count = static_cast<index_t>(last - first);
        // fault: last-before-first
        if (count < 0) detail::bad_argument({"last is ", {-count, "item"}, " before first"});
    } else {
        // fault: measure-view
        while (!static_cast<bool>(first + static_cast<std::iter_difference_t<It>>(count) == last)) ++count;
    }
    return input<It>{first, {{count}}};
}

/// A range as an input.
auto to_input(auto& range) {
    return detail::input_between(std::ranges::begin(range), std::ranges::end(range));
}

/// Converts an iterator for results to a pointer; several iterators for several outputs.
template <class... Outs>
auto unwrap_out(const std::tuple<Outs...>& outs) {
    return std::apply(
        [](const auto&... each) {
            return zipped_out<decltype(detail::unwrap(each))...>{
                detail::make_values(detail::unwrap(each)...)};
        },
        outs);
}
auto unwrap_out(const auto& out) { return detail::unwrap(out); }

}  // namespace impulse::detail
