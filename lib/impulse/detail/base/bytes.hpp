// SPDX-License-Identifier: Apache-2.0
/// \file
/// `copies_as_bytes`: which types are copied between threads as bytes.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <type_traits>

#if IMPULSE_HAS_CUDA
#include <thrust/detail/config/namespace.h>

THRUST_NAMESPACE_BEGIN
template <typename>
struct proclaim_trivially_relocatable;
THRUST_NAMESPACE_END
#endif

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// Types declared by THRUST_PROCLAIM_TRIVIALLY_RELOCATABLE, without those that have a destructor: a type that
/// owns something may be moved as bytes, but not copied.
template <class Type>
concept proclaimed_to_thrust =
#if IMPULSE_HAS_CUDA
    std::is_trivially_destructible_v<Type> && requires {
    requires THRUST_NS_QUALIFIER::proclaim_trivially_relocatable<Type>::value;
};
#else
    false;
#endif

}  // namespace detail

/// Whether copying a Type copies its bytes: true for every trivially copyable type, and for types declared by
/// THRUST_PROCLAIM_TRIVIALLY_RELOCATABLE. Specialize it as std::true_type for a type whose own copy functions
/// only copy bytes. For a GPU these functions must be callable there.
template <class Type>
struct copies_as_bytes
    : std::bool_constant<std::is_trivially_copyable_v<Type> || detail::proclaimed_to_thrust<Type>> {};

/// The same as a value.
template <class Type>
inline constexpr bool copies_as_bytes_v = copies_as_bytes<Type>::value;

}  // namespace impulse
