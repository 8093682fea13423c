// SPDX-License-Identifier: Apache-2.0
// The law of an identity: op(e, a) and op(a, e) equal a, to the bit.
#pragma once

#include <doctest/doctest.h>

#include <same_bits.hpp>
#include <seed.hpp>

#include <impulse/operators.hpp>

#include <limits>

namespace support {

/// A value of random bits.
template <class T>
T of_random_bits(std::mt19937_64& random) {
    if constexpr (std::is_same_v<T, bool>) {
        return random() % 2 == 0;
    } else if constexpr (std::is_same_v<T, long double>) {  // some bit patterns are not numbers
        return static_cast<long double>(of_random_bits<double>(random)) * 1.0000000000000001L;
    } else if constexpr (detail::complex<T>) {
        using part = decltype(T{}.real());
        const auto real = of_random_bits<part>(random);
        return T(real, of_random_bits<part>(random));
    } else {
        std::uint64_t words[2] = {random(), random()};
        T value;
        std::memcpy(static_cast<void*>(&value), words, sizeof(T));
        return value;
    }
}

/// Zeros of both signs, ones, the smallest and largest values, infinities, NaN; for complex numbers pairs of
/// these.
template <class T>
std::vector<T> special_values() {
    std::vector<T> all;
    if constexpr (detail::complex<T>) {
        using part = decltype(T{}.real());
        for (const part real : special_values<part>())
            for (const part imaginary : special_values<part>()) all.push_back(T(real, imaginary));
    } else if constexpr (std::is_floating_point_v<T>) {
        using limits = std::numeric_limits<T>;
        for (const T x : {T(0), T(1), T(5), limits::denorm_min(), limits::min(), limits::max(),
                          limits::infinity(), limits::quiet_NaN()}) {
            all.push_back(x);
            all.push_back(-x);
        }
    } else if constexpr (impulse::detail::narrow_float<T>) {
        for (std::uint32_t bits = 0; bits < 1u << 16; ++bits) {  // all values
            const auto half = static_cast<std::uint16_t>(bits);
            T value;
            std::memcpy(static_cast<void*>(&value), &half, sizeof value);
            all.push_back(value);
        }
    } else {
        const T ones = static_cast<T>(~T(0));
        const T high = static_cast<T>(T(1) << (8 * sizeof(T) - 1));
        all = {T(0), T(1), T(5), ones, high, static_cast<T>(~high)};
    }
    return all;
}
template <>
inline std::vector<bool> special_values<bool>() {
    return {false, true};
}

template <class T>
comparison same_value(const T& a, const T& b) {
    if constexpr (sizeof(T) == 16 && !detail::floating_point<T> && !detail::complex<T>)  // 128 bits
        return {a == b, "other integers"};
    else
        return same_bits(a, b);
}

template <class Op, class T>
bool obeys(const Op& op, const T& neutral, const T& a) {
    return static_cast<bool>(same_value(static_cast<T>(op(neutral, a)), a)) &&
           static_cast<bool>(same_value(static_cast<T>(op(a, neutral)), a));
}

/// Checks the identity of each operator that has a known one for T; `expected` of the library's operators
/// have one.
template <class T, class... Ops>
void check_identities(const char* type, int expected, int of_random) {
    CAPTURE(type);
    int known = 0;
    const auto check = [&](auto op, const char* name) {
        using op_type = decltype(op);
        if constexpr (impulse::has_identity<op_type, T>) {
            CAPTURE(name);
            const T neutral = impulse::identity<op_type, T>::of(op);
            ++known;
            int wrong = 0;
            for (const T a : special_values<T>()) wrong += !obeys(op, neutral, a);
            auto random = random_source(77);
            for (int i = 0; i < of_random; ++i) wrong += !obeys(op, neutral, of_random_bits<T>(random));
            CHECK(wrong == 0);
        }
    };
    using namespace impulse;
    check(plus{}, "plus");
    check(multiplies{}, "multiplies");
    check(minimum{}, "minimum");
    check(maximum{}, "maximum");
    check(minimum_number{}, "minimum_number");
    check(maximum_number{}, "maximum_number");
    check(bit_and{}, "bit_and");
    check(bit_or{}, "bit_or");
    check(bit_xor{}, "bit_xor");
    check(logical_and{}, "logical_and");
    check(logical_or{}, "logical_or");
    check(logical_xor{}, "logical_xor");
    CHECK(known == expected);
    (check(Ops{}, "another library's"), ...);
}

}  // namespace support
