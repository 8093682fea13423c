// SPDX-License-Identifier: Apache-2.0
/// \file
/// The groups of two arrays with any memory layouts, as two inputs.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/frontend/argument_refusals.hpp>
#include <impulse/detail/frontend/arrays.hpp>
#include <impulse/detail/frontend/where_iterator.hpp>
#include <impulse/detail/source/strided.hpp>

#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The items of an array by their positions. Its source is made from that of the array's memory.
template <class It, class Place>
struct placed_iterator {
    using value_type = std::iter_value_t<It>;
    using difference_type = index_t;

    It first;
    Place place;
    index_t at = 0;

    const It& base() const { return first; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) operator[](index_t i) const {
        return first[static_cast<std::iter_difference_t<It>>(place(at + i))];
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) operator*() const { return (*this)[0]; }
    friend placed_iterator operator+(placed_iterator a, index_t n) {
        a.at += n;
        return a;
    }
    friend index_t operator-(const placed_iterator& a, const placed_iterator& b) { return a.at - b.at; }
};

template <class It>
inline constexpr bool is_placed_iterator = is_a<It, placed_iterator>;

/// An iterator, and the mask over it, by positions.
template <class It, class Place>
auto by_positions(const It& first, const Place& place) {
    return placed_iterator<It, Place>{first, place};
}
template <class It, class Mask, class Place>
auto by_positions(const where_iterator<It, Mask>& first, const Place& place) {
    auto items = detail::by_positions(first.items(), place);
    auto mask = detail::by_positions(first.mask(), place);
    return where_iterator<decltype(items), decltype(mask)>(std::move(items), std::move(mask));
}

/// The groups of an array as the second input, if they match the first.
template <class Input, class Second>
auto parse_second_array([[maybe_unused]] const Input& first, const Second& second) {
    if constexpr (!is_array_groups<Input>) {
        return refusal<second_array_differs>{};
    } else if constexpr (is_under_mask<typename Second::iterator>) {
        return refusal<mask_has_no_use>{};
    } else {
        if (first.groups.length() != second.groups.length() || first.along.length() != second.along.length())
            detail::bad_argument({"second input has ",
                                  {second.groups.length(), "group"},
                                  " of ",
                                  {second.along.length(), "item"},
                                  ", but the first has ",
                                  {first.groups.length(), "group"},
                                  " of ",
                                  {first.along.length(), "item"}});
        return second;
    }
}

/// The groups of two arrays; each item is combined with the item that has the same index in its group.
template <class First, class Second>
class array_pair {
  public:
    array_pair(const First& a, const Second& b) : a_(a), b_(b) {}

    /// Whether two items that are combined always have the same distance from the first items of their
    /// arrays.
    bool lie_alike() const {
        if constexpr (requires { a_.groups == b_.groups&& a_.along == b_.along; })
            return a_.groups == b_.groups && a_.along == b_.along;
        else
            return false;
    }
    /// The second array as an input, if both have the same layout.
    auto second_alike() const { return input<typename Second::iterator>{b_.first, {{a_.apart().extent()}}}; }

    /// Otherwise both arrays by their positions, which count up in the memory order of the first array.
    auto first_by_positions() const {
        const index_t results = a_.groups.length(), length = a_.along.length();
        strided_segments<1, 1> positions;
        positions.groups.add({results, items_are_adjacent() ? length : 1});
        positions.along.add({length, items_are_adjacent() ? 1 : results});
        auto first = placed(a_);
        return input<decltype(first), strided_segments<1, 1>>{std::move(first), positions};
    }
    auto second_by_positions() const {
        auto first = placed(b_);
        return input<decltype(first)>{std::move(first), {{a_.groups.length() * a_.along.length()}}};
    }

  private:
    bool items_are_adjacent() const { return a_.along.fastest().stride <= a_.groups.fastest().stride; }
    template <class It, int Kept, int Reduced>
    auto placed(const array_groups<It, Kept, Reduced>& array) const {
        return detail::by_positions(
            array.first, placement<Kept, Reduced>(array.groups, array.along, items_are_adjacent()));
    }

    const First& a_;
    const Second& b_;
};

}  // namespace impulse::detail
