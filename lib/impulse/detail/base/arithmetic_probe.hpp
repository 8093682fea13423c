// SPDX-License-Identifier: Apache-2.0
/// \file
/// `probe_arithmetic`: computations whose results tell how floating-point arithmetic is compiled, and what
/// the processor does.
#pragma once

#include <impulse/config.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Bits of what probe_arithmetic returns.
struct arithmetic_bits {
    static constexpr std::uint32_t regroups = 1, drops_nan = 2, drops_zero_signs = 4, flushes_denormals = 8,
                                   rounds_elsewhere = 16, divides_roughly = 32, takes_roots_roughly = 64,
                                   fuses = 128;
};

/// The probes of one type. Each result is compared by its bits, for what is looked for may also spoil
/// comparisons, and each operand is hidden from the compiler by an exclusive or with a `zero` that it does
/// not know. What is always inlined is compiled by the flags of the file that asks.
template <class T>
struct arithmetic_probe {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    static_assert(sizeof(T) == sizeof(word));
    static constexpr int digits = std::numeric_limits<T>::digits;
    // Members: a GPU's code may use constants, and not the functions that return them.
    static constexpr T ulp = std::numeric_limits<T>::epsilon();
    static constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
    static constexpr T least_normal = (std::numeric_limits<T>::min)();
    static constexpr T least_of_all = std::numeric_limits<T>::denorm_min();

    std::uint32_t zero;

    [[gnu::always_inline]] IMPULSE_SHARED static word bits(T value) {
        return __builtin_bit_cast(word, value);
    }
    [[gnu::always_inline]] IMPULSE_SHARED T hide(T value) const {
        return __builtin_bit_cast(T, static_cast<word>(bits(value) ^ zero));
    }

    [[gnu::always_inline]] IMPULSE_SHARED bool regroups() const {
        constexpr T large = 2 / ulp;
        const T half = hide(T(0.5)), as_large = hide(large);
        return bits((half + large) - large) == bits(T(0.5)) ||
               bits((half + as_large) - as_large) == bits(T(0.5));
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool drops_nan() const {
        const T nan = hide(not_a_number), unit = hide(T(1));
        return nan == nan || !(nan != nan) || nan < unit || nan >= unit || !(unit != nan);
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool drops_zero_signs() const {
        return bits(hide(T(-0.0)) + T(0)) != 0 || bits(T(0) - hide(T(0))) != 0;
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool flushes_denormals() const {
        const T least = hide(least_of_all), normal = hide(least_normal);
        return bits(least + least) != 2 || bits(normal * hide(T(0.5))) != word{1} << (digits - 2) ||
               !(least > T(0));
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool rounds_elsewhere() const {
        const T unit = hide(T(1)), more = hide(ulp * T(0.75)), less = hide(ulp * T(0.25));
        return bits(unit + more) != bits(T(1) + ulp) || bits(unit + less) != bits(T(1)) ||
               bits(-unit - more) != bits(T(-1) - ulp) || bits(-unit - less) != bits(T(-1));
    }
    /// Quotients that differ from a product with 1 / 3 in float and in double. All are computed before one is
    /// looked at: a reciprocal is taken where it serves several.
    [[gnu::always_inline]] IMPULSE_SHARED bool divides_roughly() const {
        const T three = hide(T(3));
        const T a = hide(T(5)) / three, b = hide(T(7)) / three, c = hide(T(10)) / three;
        return ((bits(a) ^ bits(T(5) / T(3))) | (bits(b) ^ bits(T(7) / T(3))) |
                (bits(c) ^ bits(T(10) / T(3)))) != 0;
    }
    /// (1 + e)^2 = 1 + 2e + e^2, of which a product alone keeps 1 + 2e.
    [[gnu::always_inline]] IMPULSE_SHARED bool fuses() const {
        constexpr T step = T(1) / static_cast<T>(index_t{1} << (digits / 2 + 1));
        const T a = hide(T(1) + step), minus = hide(-(T(1) + 2 * step));
        return bits(a * a + minus) != 0;
    }

    [[gnu::always_inline]] IMPULSE_SHARED std::uint32_t all() const {
        using found = arithmetic_bits;
        return (regroups() ? found::regroups : 0) | (drops_nan() ? found::drops_nan : 0) |
               (drops_zero_signs() ? found::drops_zero_signs : 0) |
               (flushes_denormals() ? found::flushes_denormals : 0) |
               (rounds_elsewhere() ? found::rounds_elsewhere : 0) |
               (divides_roughly() ? found::divides_roughly : 0) | (fuses() ? found::fuses : 0);
    }
};

/// Whether x / y is the float nearest to the quotient of two integers of 24 bits: long division tells.
[[gnu::always_inline]] IMPULSE_SHARED inline bool divides_well(std::uint64_t x, std::uint64_t y) {
    const int shift = x < y ? 24 : 23;  // the quotient has 24 bits
    const std::uint64_t quotient = (x << shift) / y, rest = (x << shift) % y;
    const std::uint64_t nearest = quotient + (2 * rest > y || (2 * rest == y && quotient % 2 == 1) ? 1 : 0);
    const auto bits =
        static_cast<std::uint32_t>((std::uint64_t{127 + 23 - 1} - static_cast<unsigned>(shift)) << 23);
    return __builtin_bit_cast(std::uint32_t, static_cast<float>(x) / static_cast<float>(y)) ==
           bits + static_cast<std::uint32_t>(nearest);
}
/// Whether the root of x 2^24, for an integer x from 2^22 to 2^24, is the nearest float: an integer of 24
/// bits.
[[gnu::always_inline]] IMPULSE_SHARED inline bool takes_root_well(std::uint64_t x) {
    const std::uint64_t square = x << 24;
    const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<float>(square)));
    return (2 * root - 1) * (2 * root - 1) < 4 * square && 4 * square < (2 * root + 1) * (2 * root + 1);
}

/// What is not as IEEE 754 has it, as arithmetic_bits. `zero` is one that the compiler does not know.
[[gnu::always_inline]] IMPULSE_SHARED inline std::uint32_t probe_arithmetic(std::uint32_t zero) {
    std::uint32_t found = arithmetic_probe<float>{zero}.all() | arithmetic_probe<double>{zero}.all();
    std::uint32_t seed = 1 ^ zero;
    const auto random = [&seed] {  // 23 bits
        seed = seed * 1664525u + 1013904223u;
        return std::uint64_t{seed >> 9};
    };
    for (int i = 0; i < 64; ++i) {
        const std::uint64_t leading = std::uint64_t{1} << 23;
        if (!detail::divides_well(leading | random(), leading | random()))
            found |= arithmetic_bits::divides_roughly;
        if (!detail::takes_root_well(leading | random())) found |= arithmetic_bits::takes_roots_roughly;
    }
    return found;
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
