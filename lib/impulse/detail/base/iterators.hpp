// SPDX-License-Identifier: Apache-2.0
/// \file
/// `strided_iterator`, `strided_view`: every k-th item. The library takes CCCL's fancy iterators (counting,
/// constant, transform, zip, permutation, reverse); CCCL 3.0 lacks this one.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(iterators.hpp)

#include <impulse/detail/base/refusal.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/stored.hpp>
#include <impulse/error.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI {

namespace detail {

IMPULSE_NO_EXEC_CHECK
template <class Int>
IMPULSE_SHARED Int checked_stride(Int stride) {
    if (stride == 0) {
#if defined(__CUDA_ARCH__)
        __trap();
#else
        detail::bad_argument({"stride is 0; it must not be 0"});
#endif
    }
    return stride;
}

/// A caller's stride. -k of an unsigned int k is about 2^32, which would be a large stride.
template <class Difference, class Stride>
IMPULSE_SHARED Difference to_stride(Stride stride) {
    if constexpr (std::is_same_v<Stride, unsigned> && sizeof(Stride) < sizeof(Difference)) {
        if (stride > ~0u / 2) {
#if defined(__CUDA_ARCH__)
            __trap();
#else
            detail::bad_argument({"stride is ", stride, "; an unsigned stride is at most ", ~0u / 2,
                                  " (to go backwards, negate a signed number)"});
#endif
        }
    }
    return static_cast<Difference>(stride);
}

}  // namespace detail

/// The items it[0], it[k], it[2k], ... of a random-access iterator `it`. The stride k, in items, may be
/// negative, but not zero.
///
/// A difference of two iterators counts items of this iterator, rounded away from zero: if x has 6 items,
/// strided(x.end(), 4) - strided(x.begin(), 4) is 2, for x[0] and x[4]. Two iterators are equal if they point
/// to the same item of `it`. So a loop over such a pair must end by `i < last`; `i != last` works only if
/// `last` is a multiple of k away, like the end of a `strided_view`.
///
/// Requires: differences and comparisons of iterators of the same stride.
/// Complexity: that of `it`.
/// Memory: an iterator and a stride.
/// Throws: std::invalid_argument for a stride of 0 (on a GPU a stride of 0 ends the kernel), and what `it`
/// throws.
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
    IMPULSE_SHARED strided_iterator(It it, difference_type stride)
        : it_(std::move(it)), stride_(detail::checked_stride(stride)) {}

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
        const difference_type items = a.it_ - b.it_;
        const difference_type strides = items / a.stride_ + (a.at_ - b.at_);
        const difference_type rest = items % a.stride_;
        if (rest == 0) return strides;
        if ((rest > 0) == (a.stride_ > 0)) return strides < 0 ? strides : strides + 1;
        return strides > 0 ? strides : strides - 1;
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
    /// Whether `it_` itself moves. A checked iterator cannot move past the end of its container, so `it_`
    /// stays and `at_` counts.
    static constexpr bool moves = std::is_pointer_v<It>;

    It it_{};
    difference_type stride_ = 1;
    difference_type at_ = 0;  ///< in strides
};

namespace detail {

/// Whether (i + n)[0] is faster than i[n]: for an iterator that multiplies n, and adds at each read.
template <class It>
inline constexpr bool goes_there_first = false;
template <class Type>
inline constexpr bool goes_there_first<strided_iterator<Type*>> = true;

IMPULSE_REFUSAL(strided_arguments,
                "impulse: strided takes a random-access range of known length, or a random-access "
                "iterator, and a stride: strided(x, 3), strided(x.begin(), 3)");

/// Whether a range has an item at each index below the difference of its iterators.
template <class Range>
concept stridable = requires(Range& range, std::ranges::range_difference_t<Range> n) {
    std::ranges::begin(range)[n];
    { std::ranges::end(range) - std::ranges::begin(range) } -> std::convertible_to<decltype(n)>;
};

/// A pointer if items are contiguous, otherwise the iterator.
template <class It>
auto plain_iterator(const It& it) {
    if constexpr (std::contiguous_iterator<It>)
        return std::to_address(it);
    else
        return it;
}

}  // namespace detail

/// Every k-th item of a range, `strided(range, k)`: x[0], x[k], x[2k], ..., ⌈n / k⌉ items; if k is negative,
/// backwards from the last item. It is a view. It refers to a named container, and to a named view that
/// cannot be copied. It copies other views. It owns a temporary container; then it can be moved, but not
/// copied.
///
/// Requires: a random-access range of known length; a named container outlives the view.
/// Complexity: constant.
/// Memory: none, except for a container that it owns.
/// Throws: std::invalid_argument for a stride of 0; its members throw it also for a range that ends before it
/// begins.
template <class Range>
class strided_view {
    using kept = detail::stored<Range>;
    using items = std::remove_reference_t<decltype(std::declval<const kept&>().get())>;

  public:
    using iterator =
        strided_iterator<decltype(detail::plain_iterator(std::ranges::begin(std::declval<items&>())))>;
    using difference_type = typename iterator::difference_type;

    strided_view(Range range, difference_type stride)
        : range_(static_cast<Range>(range)), stride_(detail::checked_stride(stride)) {}

    iterator begin() const {
        const auto first = detail::plain_iterator(std::ranges::begin(range_.get()));
        const difference_type n = length();
        return {stride_ < 0 && n > 0 ? first + (n - 1) : first, stride_};
    }
    iterator end() const { return begin() + count(); }
    /// The number of items.
    std::size_t size() const { return static_cast<std::size_t>(count()); }
    /// Item i, from 0 on.
    decltype(auto) operator[](difference_type i) const { return begin()[i]; }
    difference_type stride() const { return stride_; }

  private:
    difference_type length() const {
        items& range = range_.get();
        const auto n = static_cast<difference_type>(std::ranges::end(range) - std::ranges::begin(range));
        if (n < 0)
            detail::bad_argument({"range ends ", {static_cast<index_t>(-n), "item"}, " before it begins"});
        return n;
    }
    difference_type count() const {
        const difference_type n = length();
        return n > 0 ? (stride_ > 0 ? n - 1 : 1 - n) / stride_ + 1 : 0;
    }

    kept range_;
    difference_type stride_;
};

/// strided(it, k): an iterator to the items it[0], it[k], it[2k], ...; with n items the range is [strided(it,
/// k), strided(it, k) + n). strided(range, k): every k-th item of a range, a `strided_view`.
///
/// Requires: a stride other than 0, of a signed type if it is negative. With an iterator all items that are
/// read exist.
/// Complexity: constant.
/// Memory: none, except for a temporary container, which the view owns.
/// Throws: std::invalid_argument for a stride of 0, and for an `unsigned` stride above 2^31 - 1, such as -k
/// of an unsigned k; and what copying `it` throws.
IMPULSE_NO_EXEC_CHECK
template <class It, std::convertible_to<std::iter_difference_t<It>> Stride>
requires(!std::ranges::range<It>) IMPULSE_SHARED strided_iterator<It> strided(It it, Stride stride) {
    return {std::move(it), detail::to_stride<std::iter_difference_t<It>>(stride)};
}
template <std::ranges::range Range, std::convertible_to<std::ranges::range_difference_t<Range>> Stride>
requires(!detail::is_list_in_braces<Range>) auto strided(Range&& range, Stride stride) {
    if constexpr (detail::stridable<std::remove_reference_t<Range>>)
        return strided_view<Range&&>(std::forward<Range>(range),
                                     detail::to_stride<std::ranges::range_difference_t<Range>>(stride));
    else
        return detail::refusal<detail::strided_arguments>::say<Range>();
}

}  // namespace impulse

template <class Range>
inline constexpr bool std::ranges::enable_view<impulse::strided_view<Range>> = true;
template <class Range>
inline constexpr bool std::ranges::enable_borrowed_range<impulse::strided_view<Range>> =
    impulse::detail::outlives_call<Range>;
