// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items in memory as vectors of doubles.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(statistics.hpp)

#include <impulse/detail/cpu/extreme_lanes.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

using doubles = vectors_of<double>::vec;
typedef std::int32_t half_ints
    __attribute__((vector_size(8 * quads_of_vector)));  ///< as many as a vector has doubles

inline doubles in_doubles(const half_ints& v) {
#if IMPULSE_HAS_AVX && !defined(__clang__)  // g++ 12 takes four instructions otherwise
    return (doubles)__builtin_ia32_cvtdq2pd256(v);
#else
    return __builtin_convertvector(v, doubles);
#endif
}

#if IMPULSE_HAS_AVX && !defined(__clang__)
/// Reads four integers of two bytes; g++ 12 would read them twice.
template <class Type>
half_ints in_ints(const Type* at) {
    typedef std::int64_t pair __attribute__((vector_size(16)));
    typedef std::int16_t eight __attribute__((vector_size(16)));
    std::int64_t word;
    std::memcpy(&word, at, sizeof word);
    const auto v = (eight)pair{word, 0};
    return (half_ints)(std::is_signed_v<Type> ? __builtin_ia32_pmovsxwd128(v)
                                              : __builtin_ia32_pmovzxwd128(v));
}
#endif

/// Reads one item for each lane.
template <class Type>
doubles read_doubles(const Type* at) {
    using number = typename vectors_of<Type>::number;
    typedef number items __attribute__((vector_size(vectors_of<double>::lanes * sizeof(Type))));
    items v;
    std::memcpy(&v, at, sizeof v);
#if IMPULSE_HAS_AVX && !defined(__clang__)
    if constexpr (std::is_same_v<Type, float>)
        return (doubles)__builtin_ia32_cvtps2pd256(v);
    else if constexpr (std::is_integral_v<Type> && sizeof(Type) == 2)
        return detail::in_doubles(detail::in_ints(at));
    else
#endif
        if constexpr (std::is_integral_v<Type> && sizeof(Type) <= 4 && !std::is_same_v<number, std::uint32_t>)
        return detail::in_doubles(__builtin_convertvector(v, half_ints));
    else
        return __builtin_convertvector(v, doubles);
}

#endif

}  // namespace impulse::detail
