// SPDX-License-Identifier: Apache-2.0
/// \file
/// `projected_iterator`: applies the function that is the last argument of a call to each item.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/input.hpp>
#include <impulse/detail/frontend/parse_out.hpp>
#include <impulse/detail/frontend/where_iterator.hpp>
#include <impulse/detail/op/invoke.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// f(item) for each item of an iterator. Its source is the iterator's source under `f`.
template <class It, class Function>
struct projected_iterator {
    using value_type = std::decay_t<std::invoke_result_t<Function&, const std::iter_value_t<It>&>>;
    using difference_type = std::iter_difference_t<It>;

    It first;
    mutable Function f;  // as in `transform`

    const It& base() const { return first; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED value_type operator[](difference_type i) const {
        const std::iter_value_t<It>& item = first[i];
        return detail::invoke(f, item);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED value_type operator*() const { return (*this)[0]; }
    friend projected_iterator operator+(projected_iterator a, difference_type n) {
        a.first = a.first + n;
        return a;
    }
    friend difference_type operator-(const projected_iterator& a, const projected_iterator& b) {
        return a.first - b.first;
    }
};

template <class It>
inline constexpr bool is_projected = is_a<It, projected_iterator>;

/// The iterator under a function; for items under a mask the function is called only with items that take
/// part.
template <class It, class Function>
auto project(const It& it, const Function& f) {
    return projected_iterator<It, Function>{it, f};
}
template <class It, class Mask, class Function>
auto project(const where_iterator<It, Mask>& it, const Function& f) {
    return where_iterator<projected_iterator<It, Function>, Mask>({it.items(), f}, it.mask());
}
template <class It, class Layout, class Function>
auto project(const input<It, Layout>& in, const Function& f) {
    auto first = detail::project(in.first, f);
    return input<decltype(first), Layout>{std::move(first), in.layout};
}
template <class It, int Kept, int Reduced, class Function>
auto project(const array_groups<It, Kept, Reduced>& in, const Function& f) {
    auto first = detail::project(in.first, f);
    return array_groups<decltype(first), Kept, Reduced>{std::move(first), in.groups, in.along};
}

/// Whether the last argument of a call is a function of one of its items.
template <class Recipe, class Call>
consteval bool ends_with_projection() {
    if constexpr (Recipe::projects && Call::rest - Recipe::has_out > 0)
        return ends_with_function_of_one<
            std::iter_value_t<typename unmasked_iterator<typename decltype(Call::input)::iterator>::type>,
            argument_after<Call::rest - 1, Call>>;
    else
        return false;
}

}  // namespace impulse::detail
