// SPDX-License-Identifier: Apache-2.0
/// \file
/// The contraction barrier: it keeps a compiler from fusing a caller's multiplication with a later addition.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether the compiler evaluates the call. (A GPU cannot call std's function, and nvcc warns about the
/// builtin in functions for types that have no constants.)
IMPULSE_SHARED constexpr bool in_constant() { return __builtin_is_constant_evaluated(); }

/// An unsigned zero that no compiler knows to be zero.
constexpr std::uint32_t opaque_zero() {
    std::uint32_t zero = 0;
    if (!detail::in_constant()) asm volatile("" : "+r"(zero));
    return zero;
}

/// A zero that the compiler does not know, for one thread. On a GPU it is made of bits of a special register
/// that are never set.
IMPULSE_SHARED inline std::uint32_t thread_zero() {
#if defined(__CUDA_ARCH__)
    unsigned multiprocessor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    return multiprocessor >> 24;
#else
    return detail::opaque_zero();
#endif
}

/// Types that may hold floating-point numbers, and so take part in a fused multiply-add.
template <class Type>
inline constexpr bool may_be_fused =
    !(std::is_integral_v<Type> || std::is_enum_v<Type> || std::is_pointer_v<Type> || std::is_empty_v<Type>);

/// Whether converting an item may call a function of the caller's.
template <class Item>
inline constexpr bool may_convert = std::is_class_v<Item> || std::is_union_v<Item>;

/// Returns the same value, opaque to the compiler. Without it x * y + z may become one fused operation with
/// different bits, even across functions; with it the product is rounded before the addition on every
/// machine. It XORs the words with a zero that the compiler does not know. Empty assembly and similar
/// barriers have failed (docs/explanation/tree.md).
IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_INLINE constexpr Type contraction_barrier(Type value, [[maybe_unused]] std::uint32_t zero) {
    if (detail::in_constant()) return value;  // a compiler never fuses in constant evaluation
    if constexpr (!may_be_fused<Type>) {
        return value;
    } else if constexpr (copies_as_bytes_v<Type>) {
        using word = std::conditional_t<
            sizeof(Type) % 8 == 0 && alignof(Type) % 8 == 0, std::uint64_t,
            std::conditional_t<sizeof(Type) % 4 == 0, std::uint32_t,
                               std::conditional_t<sizeof(Type) % 2 == 0, std::uint16_t, std::uint8_t>>>;
        constexpr std::size_t words = sizeof(Type) / sizeof(word);
        // For one number it is enough that a part of it is opaque.
        const auto mask = static_cast<word>(
            std::is_floating_point_v<Type> ? zero : zero | static_cast<std::uint64_t>(zero) << 32);
        word bits[words];
        std::memcpy(bits, __builtin_addressof(value), sizeof(Type));
        // fault: seal-words
        IMPULSE_UNROLL
        for (std::size_t w = 0; w < words; ++w) bits[w] = static_cast<word>(bits[w] ^ mask);
        std::memcpy(static_cast<void*>(__builtin_addressof(value)), bits, sizeof(Type));
        return value;
    } else {
#if !defined(__CUDA_ARCH__)
        asm volatile("" : "+m"(value));  // such types are used only on the host
#endif
        return value;
    }
}

/// Whether an accumulator stays in memory on a CPU, because it has too many words to read and write all of
/// them for each item.
template <class Type>
#if defined(__CUDA_ARCH__)
inline constexpr bool is_guarded_in_memory = false;
#else
inline constexpr bool is_guarded_in_memory = sizeof(Type) > 64;
#endif

/// The barrier for such accumulators: all earlier results are rounded in memory.
template <class Type>
IMPULSE_SHARED constexpr void write_to_memory([[maybe_unused]] Type& value) {
#if !defined(__CUDA_ARCH__)
    if (!detail::in_constant()) asm volatile("" : "+m"(value));
#endif
}

/// A product that is never fused. A GPU has an instruction for this, which saves the two instructions of a
/// barrier.
IMPULSE_INLINE double rounded_product(double a, double b, [[maybe_unused]] std::uint32_t zero) {
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return detail::contraction_barrier(a * b, zero);
#endif
}

/// Base of the library's own functors that protect each product themselves, or compute nothing. Their results
/// get no further barrier.
struct no_contraction {};

/// The same with members for faster algorithms: `joins_as`, `several`, `summed_power`, `one_sum`, `selects`.
/// Members of a caller's operator with these names have no effect.
struct own_members : no_contraction {};
template <class Op>
inline constexpr bool has_own_members = std::is_base_of_v<own_members, Op>;

}  // namespace impulse::detail
