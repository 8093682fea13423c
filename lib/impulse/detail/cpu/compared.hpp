// SPDX-License-Identifier: Apache-2.0
/// \file
/// Vectors of numbers, and how a CPU compares them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA

/// The integer type of a size, signed or unsigned.
template <std::size_t Bytes, bool Signed>
using sized_integer = std::conditional_t<
    Bytes == 8, std::conditional_t<Signed, std::int64_t, std::uint64_t>,
    std::conditional_t<Bytes == 4, std::conditional_t<Signed, std::int32_t, std::uint32_t>,
                       std::conditional_t<Bytes == 2, std::conditional_t<Signed, std::int16_t, std::uint16_t>,
                                          std::conditional_t<Signed, std::int8_t, std::uint8_t>>>>;

/// Vectors of numbers, and of integers of the same size.
template <class Type>
struct vectors_of {
    static constexpr int lanes = 16 * quads_of_vector / static_cast<int>(sizeof(Type));
    using number = std::conditional_t<std::is_floating_point_v<Type>, Type,
                                      sized_integer<sizeof(Type), std::is_signed_v<Type>>>;
    using word = sized_integer<sizeof(Type), true>;
    typedef number vec __attribute__((vector_size(16 * quads_of_vector)));
    typedef word mask
        __attribute__((vector_size(16 * quads_of_vector)));  ///< results of a comparison: 0 or -1

    static vec read(const Type* from) {
        vec v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }
    static bool any(const mask& m) {
        std::uint64_t words[sizeof(m) / 8];
        std::memcpy(words, &m, sizeof m);
        std::uint64_t all = 0;
        for (const std::uint64_t w : words) all |= w;
        return all != 0;
    }
    /// Rotates the lanes: lane l gets the value of lane l + Step.
    template <int Step, class Vec, std::size_t... Lane>
    static Vec turned(const Vec& v, std::index_sequence<Lane...>) {
        return __builtin_shufflevector(v, v, static_cast<int>((Lane + Step) % lanes)...);
    }
};

/// Compares numbers: as vectors, but integers of 8 bytes one by one where the CPU has no such vector
/// instruction (before SSE4.2). The test is for AVX, because the ABI namespace depends on AVX.
template <class Type>
struct compared : vectors_of<Type> {
    static auto first(const typename vectors_of<Type>::vec& v) { return v[0]; }
};
#if defined(__x86_64__) && !IMPULSE_HAS_AVX
/// SSE2 has the extremes of unsigned bytes: signed ones are compared with their sign bits flipped.
template <class Type>
requires(std::is_signed_v<Type> && sizeof(Type) == 1) struct compared<Type> : vectors_of<std::uint8_t> {
    static vec read(const Type* from) {
        vec v;
        std::memcpy(&v, from, sizeof v);
        // fault: signs-of-bytes
        return v ^ 0x80;
    }
    static auto first(const vec& v) { return static_cast<Type>(v[0] ^ 0x80); }
};
template <class Type>
requires(std::is_integral_v<Type> && sizeof(Type) == 8) struct compared<Type> {
    static constexpr int lanes = 1;
    using number = typename vectors_of<Type>::number;
    using word = typename vectors_of<Type>::word;
    using vec = number;
    using mask = word;
    static vec read(const Type* from) { return static_cast<number>(*from); }
    static number first(vec v) { return v; }
};
#endif

#endif

}  // namespace impulse::detail
