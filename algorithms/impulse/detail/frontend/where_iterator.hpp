// SPDX-License-Identifier: Apache-2.0
/// \file
/// `where_iterator`: items, and flags at the same indices that say whether they take part.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(where.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/masked.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Calls reduce the items under the mask (masking.hpp). The iterator's own value has no other use: code that
/// does not know masks does not compile.
template <class It, class Mask>
class where_iterator {
  public:
    using value_type = masked<std::iter_value_t<It>>;
    using difference_type = std::iter_difference_t<It>;

    where_iterator() = default;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED where_iterator(It items, Mask mask) : items_(std::move(items)), mask_(std::move(mask)) {}

    const It& items() const { return items_; }
    const Mask& mask() const { return mask_; }
    /// The iterator from which a call finds its place.
    const It& base() const { return items_; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED value_type operator[](difference_type i) const {
        return put_under_mask{}(static_cast<const std::iter_value_t<It>&>(items_[i]),
                                mask_[static_cast<std::iter_difference_t<Mask>>(i)]);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED value_type operator*() const { return (*this)[0]; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED friend where_iterator operator+(const where_iterator& a, difference_type n) {
        return {a.items_ + n, a.mask_ + static_cast<std::iter_difference_t<Mask>>(n)};
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED friend difference_type operator-(const where_iterator& a, const where_iterator& b) {
        return a.items_ - b.items_;
    }
    /// Operations that std::ranges requires of an iterator.
    where_iterator& operator++() { return *this = *this + 1; }
    where_iterator operator++(int) {
        where_iterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const where_iterator& a, const where_iterator& b) { return a - b == 0; }

  private:
    It items_;
    Mask mask_;
};

template <class It>
inline constexpr bool is_under_mask = is_a<It, where_iterator>;

/// Whether a parameter is such an iterator, or a range of them.
template <class Param>
inline constexpr bool has_mask = is_under_mask<std::remove_cvref_t<Param>>;
template <class Param>
requires requires(std::remove_reference_t<Param>& range) { std::ranges::begin(range); }
inline constexpr bool has_mask<Param> =
    is_under_mask<decltype(std::ranges::begin(std::declval<std::remove_reference_t<Param>&>()))>;

/// The items of an iterator, without their mask.
template <class It>
struct unmasked_iterator : std::type_identity<It> {};
template <class It, class Mask>
struct unmasked_iterator<where_iterator<It, Mask>> : std::type_identity<It> {};

}  // namespace impulse::detail
