// SPDX-License-Identifier: Apache-2.0
/// \file
/// `probe_arithmetic`: computations whose results show how floating-point arithmetic is compiled, and how the
/// processor computes.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(check_arithmetic.hpp)

#include <impulse/detail/base/standard.hpp>

#include <limits>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The bits of probe_arithmetic's result.
struct arithmetic_bits {
    static constexpr std::uint32_t regroups = 1, drops_nan = 2, drops_zero_signs = 4, flushes_denormals = 8,
                                   rounds_elsewhere = 16, divides_roughly = 32, takes_roots_roughly = 64,
                                   fuses = 128;
};

/// The probes of one type. Results are compared by their bits, because comparisons may be affected too, and
/// each operand is hidden from the compiler by an exclusive or with a `zero` that it does not know. Always
/// inlined functions are compiled with the flags of the including file.
template <class Type>
struct arithmetic_probe {
    using word = std::conditional_t<sizeof(Type) == 4, std::uint32_t, std::uint64_t>;
    static_assert(sizeof(Type) == sizeof(word));
    static constexpr int digits = std::numeric_limits<Type>::digits;
    // Members, because GPU code may use constants, but not call the functions that return them.
    static constexpr Type ulp = std::numeric_limits<Type>::epsilon();
    static constexpr Type not_a_number = std::numeric_limits<Type>::quiet_NaN();
    static constexpr Type least_normal = (std::numeric_limits<Type>::min)();
    static constexpr Type least_of_all = std::numeric_limits<Type>::denorm_min();

    std::uint32_t zero;

    [[gnu::always_inline]] IMPULSE_SHARED static word bits(Type value) {
        return __builtin_bit_cast(word, value);
    }
    [[gnu::always_inline]] IMPULSE_SHARED Type hide(Type value) const {
        return __builtin_bit_cast(Type, static_cast<word>(bits(value) ^ zero));
    }

    [[gnu::always_inline]] IMPULSE_SHARED bool regroups() const {
        constexpr Type large = 2 / ulp;
        const Type half = hide(Type(0.5)), as_large = hide(large);
        return bits((half + large) - large) == bits(Type(0.5)) ||
               bits((half + as_large) - as_large) == bits(Type(0.5));
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool drops_nan() const {
        const Type nan = hide(not_a_number), unit = hide(Type(1));
        return nan == nan || !(nan != nan) || nan < unit || nan >= unit || !(unit != nan);
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool drops_zero_signs() const {
        return bits(hide(Type(-0.0)) + Type(0)) != 0 || bits(Type(0) - hide(Type(0))) != 0;
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool flushes_denormals() const {
        const Type least = hide(least_of_all), normal = hide(least_normal);
        return bits(least + least) != 2 || bits(normal * hide(Type(0.5))) != word{1} << (digits - 2) ||
               !(least > Type(0));
    }
    [[gnu::always_inline]] IMPULSE_SHARED bool rounds_elsewhere() const {
        const Type unit = hide(Type(1)), more = hide(ulp * Type(0.75)), less = hide(ulp * Type(0.25));
        return bits(unit + more) != bits(Type(1) + ulp) || bits(unit + less) != bits(Type(1)) ||
               bits(-unit - more) != bits(Type(-1) - ulp) || bits(-unit - less) != bits(Type(-1));
    }
    /// Quotients that differ from a product with 1 / 3 in float and in double. All are computed before the
    /// first is compared, because compilers use a reciprocal only for several quotients.
    [[gnu::always_inline]] IMPULSE_SHARED bool divides_roughly() const {
        const Type three = hide(Type(3));
        const Type a = hide(Type(5)) / three, b = hide(Type(7)) / three, c = hide(Type(10)) / three;
        return ((bits(a) ^ bits(Type(5) / Type(3))) | (bits(b) ^ bits(Type(7) / Type(3))) |
                (bits(c) ^ bits(Type(10) / Type(3)))) != 0;
    }
    /// (1 + e)^2 = 1 + 2e + e^2, but a rounded product is 1 + 2e.
    [[gnu::always_inline]] IMPULSE_SHARED bool fuses() const {
        constexpr Type step = Type(1) / static_cast<Type>(index_t{1} << (digits / 2 + 1));
        const Type a = hide(Type(1) + step), minus = hide(-(Type(1) + 2 * step));
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

/// Whether x / y is the float nearest to the quotient of two integers of 24 bits, by long division.
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
    const auto root = static_cast<std::uint64_t>(detail::square_root(static_cast<float>(square)));
    return (2 * root - 1) * (2 * root - 1) < 4 * square && 4 * square < (2 * root + 1) * (2 * root + 1);
}

/// The deviations from IEEE 754, as arithmetic_bits. `zero` is a zero that the compiler does not know.
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

}  // namespace impulse::detail
