// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functors and number types of other libraries that Impulse recognises.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/op/functors.hpp>

#include <concepts>

#if IMPULSE_HAS_CUDA
// Includes only the headers of the functors: the whole of <cuda/std/functional> takes longer to compile than
// Impulse itself, these two headers a fifth of that.
#include <cuda/std/__functional/operations.h>
#include <cuda/std/__fwd/complex.h>
#include <thrust/detail/config/namespace.h>
#if defined(_CCCL_BEGIN_NAMESPACE_CUDA)
_CCCL_BEGIN_NAMESPACE_CUDA
#else
_LIBCUDACXX_BEGIN_NAMESPACE_CUDA
#endif
template <class>
struct maximum;
template <class>
struct minimum;
#if defined(_CCCL_BEGIN_NAMESPACE_CUDA)
_CCCL_END_NAMESPACE_CUDA
#else
_LIBCUDACXX_END_NAMESPACE_CUDA
#endif
THRUST_NAMESPACE_BEGIN
template <typename>
struct complex;
THRUST_NAMESPACE_END
#endif

namespace impulse::inline IMPULSE_ABI::detail {

#define IMPULSE_SAME_IN(theirs, name)      \
    template <class Type>                  \
    struct canonical<theirs::name<Type>> { \
        using type = name;                 \
    };
#if IMPULSE_HAS_CUDA
#define IMPULSE_SAME(name) IMPULSE_SAME_IN(std, name) IMPULSE_SAME_IN(cuda::std, name)
#else
#define IMPULSE_SAME(name) IMPULSE_SAME_IN(std, name)
#endif
IMPULSE_SAME(plus)
IMPULSE_SAME(multiplies)
IMPULSE_SAME(bit_and)
IMPULSE_SAME(bit_or)
IMPULSE_SAME(bit_xor)
IMPULSE_SAME(logical_and)
IMPULSE_SAME(logical_or)
#undef IMPULSE_SAME
#undef IMPULSE_SAME_IN

/// Extremes of other libraries keep their own treatment of NaN and zeros. On integers they are associative
/// and commutative.
template <class Op>
inline constexpr bool is_foreign_extreme = false;
#if IMPULSE_HAS_CUDA
template <class Type>
inline constexpr bool is_foreign_extreme<cuda::minimum<Type>> = true;
template <class Type>
inline constexpr bool is_foreign_extreme<cuda::maximum<Type>> = true;
#endif

/// A signature that ends with the compiler's name of a type: `[with Type = std::complex<float>]`.
template <class Type>
constexpr const char* signature_of() {
    return __PRETTY_FUNCTION__;
}

/// Whether a type is a std::complex. It compares the name, because <complex> takes as long to compile as
/// Impulse itself. The class may be in an inline namespace of std.
template <class Type>
consteval bool is_std_complex() {
    const char* at = detail::signature_of<Type>();
    const auto passes = [&at](const char* word) {
        const char* end = at;
        while (*word != '\0')
            if (*end++ != *word++) return false;
        at = end;
        return true;
    };
    while (*at++ != '=') {
    }
    passes(" ");
    if (!passes("std::")) return false;
    if (passes("__"))
        while (!passes("::")) ++at;
    return passes("complex<");
}

/// Whether a type is a class of complex numbers with the name `complex` and a + that adds part by part.
template <class Type>
inline constexpr bool is_complex = detail::is_std_complex<Type>();
#if IMPULSE_HAS_CUDA
template <class Part>
inline constexpr bool is_complex<cuda::std::complex<Part>> = true;
template <class Part>
inline constexpr bool is_complex<THRUST_NS_QUALIFIER::complex<Part>> = true;
#endif

__extension__ using wide_integer = __int128;
__extension__ using wide_unsigned = unsigned __int128;

template <class Type>
concept extended_number =
    narrow_float<Type> || std::same_as<Type, wide_integer> || std::same_as<Type, wide_unsigned>;

}  // namespace impulse::detail
