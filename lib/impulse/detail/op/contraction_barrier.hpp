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

/// Whether a compiler evaluates the call. (std's function cannot be called on a GPU, and nvcc warns of the
/// builtin in a function for types of which there are no constants.)
IMPULSE_SHARED constexpr bool in_constant() { return __builtin_is_constant_evaluated(); }

/// An unsigned zero that no compiler knows to be zero.
constexpr std::uint32_t opaque_zero() {
    std::uint32_t zero = 0;
    if (!detail::in_constant()) asm volatile("" : "+r"(zero));
    return zero;
}

/// A zero that the compiler does not know, for one thread: on a GPU bits of a register that are never set.
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

/// The same value, opaque to the compiler: x * y behind this barrier and then added to is rounded twice
/// everywhere, while x * y + z may become one fused operation, with other bits, even across functions. It
/// XORs the words with an unknown zero; empty assembly and similar barriers were seen to fail
/// (docs/explanation/tree.md).
IMPULSE_NO_EXEC_CHECK
template <class Type>
IMPULSE_INLINE constexpr Type contraction_barrier(Type value, [[maybe_unused]] std::uint32_t zero) {
    if (detail::in_constant()) return value;  // a compiler evaluates each operation by itself
    if constexpr (!may_be_fused<Type>) {
        return value;
    } else if constexpr (copies_as_bytes_v<Type>) {
        using word = std::conditional_t<
            sizeof(Type) % 8 == 0 && alignof(Type) % 8 == 0, std::uint64_t,
            std::conditional_t<sizeof(Type) % 4 == 0, std::uint32_t,
                               std::conditional_t<sizeof(Type) % 2 == 0, std::uint16_t, std::uint8_t>>>;
        constexpr std::size_t words = sizeof(Type) / sizeof(word);
        // For one number it is enough that a part is opaque.
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
        asm volatile("" : "+m"(value));  // such types are used on the host only
#endif
        return value;
    }
}

/// Whether an accumulator lies in the memory of a CPU and stays there: its words are many, and are not read
/// and written for each item.
template <class Type>
#if defined(__CUDA_ARCH__)
inline constexpr bool is_guarded_in_memory = false;
#else
inline constexpr bool is_guarded_in_memory = sizeof(Type) > 64;
#endif

/// The barrier for these: what was computed before it is rounded in memory.
template <class Type>
IMPULSE_SHARED constexpr void write_to_memory([[maybe_unused]] Type& value) {
#if !defined(__CUDA_ARCH__)
    if (!detail::in_constant()) asm volatile("" : "+m"(value));
#endif
}

/// a * b, which is never fused: a GPU has an instruction for it, which saves the two of a barrier.
IMPULSE_INLINE double rounded_product(double a, double b, [[maybe_unused]] std::uint32_t zero) {
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return detail::contraction_barrier(a * b, zero);
#endif
}

/// Base of the library's own functors that protect each product, or compute nothing: their results get no
/// second barrier.
struct no_contraction {};

}  // namespace impulse::detail
