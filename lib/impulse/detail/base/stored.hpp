// SPDX-License-Identifier: Apache-2.0
/// \file
/// `stored`: how an object that is made from a range stores this range, so that its iterators stay valid.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

#include <impulse/detail/base/standard.hpp>

#include <initializer_list>
#include <type_traits>
#include <utility>

#if IMPULSE_HAS_CUDA && __has_include(<cuda/std/__ranges/enable_borrowed_range.h>)
#include <cuda/std/__ranges/enable_borrowed_range.h>
#define IMPULSE_CUDA_BORROWED(range) ::cuda::std::ranges::enable_borrowed_range<range>
#else
#define IMPULSE_CUDA_BORROWED(range) false
#endif

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether the iterators of a range of this type outlive the range object, as those of spans, string views
/// and subranges do. (CCCL has a trait of its own for its spans.)
template <class Range>
inline constexpr bool is_borrowed = std::ranges::enable_borrowed_range<Range> || IMPULSE_CUDA_BORROWED(Range);

#undef IMPULSE_CUDA_BORROWED

template <class Type>
inline constexpr bool is_initializer_list = is_a<Type, std::initializer_list>;

/// Whether a parameter `Param` is a list in braces, whose items end with the call.
template <class Param>
inline constexpr bool is_list_in_braces =
    !std::is_lvalue_reference_v<Param> &&
    (std::is_array_v<std::remove_reference_t<Param>> || is_initializer_list<std::remove_cvref_t<Param>>);

/// Whether a range of this type is a view: a copy is cheap and has the same items.
template <class Range>
inline constexpr bool is_view = is_borrowed<Range> || std::ranges::view<Range>;

/// Whether a parameter `Param` (a Type& or a Type&&) is kept by reference: named containers, and named views
/// that cannot be copied.
template <class Param>
inline constexpr bool is_referred_to =
    std::is_lvalue_reference_v<Param> &&
    !(is_view<std::remove_cvref_t<Param>> && std::is_copy_constructible_v<std::remove_cvref_t<Param>>);

/// Whether the iterators of a parameter's range stay valid when the parameter is gone.
template <class Param>
inline constexpr bool outlives_call = is_referred_to<Param> || is_borrowed<std::remove_cvref_t<Param>>;

/// A range that was given as a `Param`. It stores a view by value and a named container by reference, and it
/// owns a temporary container; then it can be moved, but not copied.
template <class Param>
class stored {
    using range_type = std::remove_cvref_t<Param>;

  public:
    explicit stored(Param range) : range_(static_cast<Param>(range)) {}

    stored(stored&&) = default;
    stored& operator=(stored&&) = default;
    stored(const stored&) requires(is_view<range_type>) = default;
    stored& operator=(const stored&) requires(is_view<range_type>) = default;

    /// The range, as const if it has iterators as const.
    auto& get() const {
        if constexpr (std::ranges::range<const range_type>)
            return std::as_const(range_);
        else
            return range_;
    }

  private:
    mutable range_type range_;
};

template <class Param>
requires(is_referred_to<Param>) class stored<Param> {
  public:
    explicit stored(Param range) : range_(__builtin_addressof(range)) {}
    Param get() const { return *range_; }

  private:
    std::remove_reference_t<Param>* range_;
};

}  // namespace impulse::detail
