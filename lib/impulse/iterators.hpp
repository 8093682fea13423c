// SPDX-License-Identifier: Apache-2.0
/// \file
/// `strided_iterator`: every k-th item. CCCL's fancy iterators (counting, constant, transform, zip, permutation,
/// reverse) are taken as they are; this is the one that CCCL 3.0 lacks.
#pragma once

#include <impulse/config.hpp>
#include <impulse/refusal.hpp>
#include <impulse/standard.hpp>

#include <compare>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

/// The items it[0], it[k], it[2k], ... of a random-access iterator `it`. The stride k, in items, may be negative,
/// but not zero.
///
/// Requires: differences of such alone as are a multiple of k apart.
/// Complexity: that of `it`.
/// Memory: an iterator and a stride.
/// Throws: what `it` throws.
template <class It>
class strided_iterator {
  public:
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::iter_difference_t<It>;
    using value_type = std::iter_value_t<It>;
    using reference = std::iter_reference_t<It>;
    using pointer = void;

    strided_iterator() = default;
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED strided_iterator(It it, difference_type stride) : it_(std::move(it)), stride_(stride) {}

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED It base() const { return it_ + at_ * stride_; }
    IMPULSE_SHARED difference_type stride() const { return stride_; }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED reference operator*() const { return (*this)[0]; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED reference operator[](difference_type n) const {
        if constexpr (moves)
            return it_[n * stride_];
        else
            return it_[(at_ + n) * stride_];
    }

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED strided_iterator& operator+=(difference_type n) {
        if constexpr (moves)
            it_ += n * stride_;
        else
            at_ += n;
        return *this;
    }
    IMPULSE_SHARED strided_iterator& operator-=(difference_type n) { return *this += -n; }
    IMPULSE_SHARED strided_iterator& operator++() { return *this += 1; }
    IMPULSE_SHARED strided_iterator& operator--() { return *this += -1; }
    IMPULSE_SHARED strided_iterator operator++(int) {
        strided_iterator before = *this;
        ++*this;
        return before;
    }
    IMPULSE_SHARED strided_iterator operator--(int) {
        strided_iterator before = *this;
        --*this;
        return before;
    }

    IMPULSE_SHARED friend strided_iterator operator+(strided_iterator i, difference_type n) { return i += n; }
    IMPULSE_SHARED friend strided_iterator operator+(difference_type n, strided_iterator i) { return i += n; }
    IMPULSE_SHARED friend strided_iterator operator-(strided_iterator i, difference_type n) { return i -= n; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED friend difference_type operator-(const strided_iterator& a, const strided_iterator& b) {
        return (a.it_ - b.it_) / a.stride_ + (a.at_ - b.at_);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED friend bool operator==(const strided_iterator& a, const strided_iterator& b) {
        if (a.at_ == b.at_) return a.it_ == b.it_;
        return b.it_ - a.it_ == (a.at_ - b.at_) * a.stride_;
    }
    IMPULSE_SHARED friend auto operator<=>(const strided_iterator& a, const strided_iterator& b) {
        return (a - b) <=> difference_type{0};
    }

  private:
    /// Of an iterator that may be checked the end would lie behind that of its container: it stays, and what is added is kept.
    static constexpr bool moves = std::is_pointer_v<It>;

    It it_{};
    difference_type stride_ = 1;
    difference_type at_ = 0;  ///< in strides
};

namespace detail {

/// Whether i[n] is better read as (i + n)[0]: of an iterator that multiplies, and that adds wherever it reads.
template <class It>
inline constexpr bool goes_there_first = false;
template <class T>
inline constexpr bool goes_there_first<strided_iterator<T*>> = true;

template <class... Call>
struct strided_is_of_an_iterator {
    static_assert(sizeof...(Call) == 0,
                  "impulse: strided takes an iterator and a stride: strided(x.begin(), 3), or of an array a "
                  "pointer");
};

}  // namespace detail

/// The items it[0], it[stride], it[2 stride], ...; a whole is the range [strided(it, k), strided(it, k) + n).
///
/// Requires: a stride other than 0, and that all these items are there.
/// Complexity: constant.
/// Memory: none.
/// Throws: nothing, but what copying `it` throws.
IMPULSE_NO_EXEC_CHECK
template <class It>
IMPULSE_SHARED strided_iterator<It> strided(It it, std::iter_difference_t<It> stride) {
    return {std::move(it), stride};
}
template <std::ranges::range Range>
requires(!std::is_array_v<Range>) inline detail::refusal<detail::strided_is_of_an_iterator> strided(
    const Range&, std::ptrdiff_t) {
    static_cast<void>(detail::refusal<detail::strided_is_of_an_iterator>::say<Range>());
    return {};
}

}  // namespace IMPULSE_ABI
}  // namespace impulse
