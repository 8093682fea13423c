// SPDX-License-Identifier: Apache-2.0
/// \file
/// Vectors of the CPU: their width, how to make them opaque to the compiler, and shuffles of two vectors.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// How vectors hold accumulators: a number is a lane of one vector. A type of a few numbers may have a
/// specialization, with a vector for each member; it names the operator, whose functor joins them, as
/// `joined_by`. `by_member<To>(f, v...)` calls f for each member.
template <class Acc>
struct members_in_lanes {
    using number = Acc;
    template <class Vec>
    using in = Vec;
    template <class To>
    static IMPULSE_ALWAYS_INLINE To by_member(const auto& f, const auto&... v) {
        return f(v...);
    }
};

#if !IMPULSE_HAS_CUDA
// The constraint of a vector register, for making its value opaque to the compiler without an instruction.
// Otherwise compilers split shuffles before they find that all lanes do the same (docs/notes/host.md).
#if defined(__x86_64__)
#define IMPULSE_VECTOR_REGISTER "+x"
#elif defined(__aarch64__)
#define IMPULSE_VECTOR_REGISTER "+w"
#else
#define IMPULSE_VECTOR_REGISTER "+m"
#endif

inline constexpr int quads_of_vector = IMPULSE_HAS_AVX ? 2 : 1;

/// The same vector, opaque to the compiler.
template <class Vec>
IMPULSE_ALWAYS_INLINE Vec opaque_vector(Vec v) {
    asm("" : IMPULSE_VECTOR_REGISTER(v));
    return v;
}

/// A vector of `Lanes` numbers. (g++ forgets the attribute of a type that depends on a parameter where it is
/// an argument of a template.)
template <class Number, std::size_t Lanes>
struct vector_of {
    typedef Number type __attribute__((vector_size(Lanes * sizeof(Number))));
};

/// Shuffles of vectors whose quads of 16 bytes have `Quad` numbers each, for each member of an accumulator.
template <class Acc>
struct lane_shuffles {
    using members = members_in_lanes<Acc>;
    using number = typename members::number;
    static constexpr int Quad = 16 / sizeof(number);

    /// In every quad the even (or odd) numbers of a, then those of b.
    template <int Odd, class Vec>
    static IMPULSE_ALWAYS_INLINE Vec pick(const Vec& a, const Vec& b) {
        return members::template by_member<Vec>([](auto x, auto y) { return pick<Odd>(x, y, lanes_of(x)); },
                                                a, b);
    }
    /// The lower (or upper) quad of a, then that of b.
    template <int Upper, class Vec>
    static IMPULSE_ALWAYS_INLINE Vec quads_of(const Vec& a, const Vec& b) {
        return members::template by_member<Vec>(
            [](auto x, auto y) { return quads_of<Upper>(x, y, lanes_of(x)); }, a, b);
    }
    /// The lower (or upper) quad of v.
    template <int Upper, class Half, class Vec>
    static IMPULSE_ALWAYS_INLINE Half half(const Vec& v) {
        return members::template by_member<Half>([](auto x) { return half<Upper>(x, quad()); }, v);
    }
    /// Quad a, then b.
    template <class Vec, class Half>
    static IMPULSE_ALWAYS_INLINE Vec joined(const Half& a, const Half& b) {
        return members::template by_member<Vec>(
            [](auto x, auto y) { return joined(x, y, std::make_index_sequence<std::size_t{2 * Quad}>()); }, a,
            b);
    }
    /// A lane for each accumulator.
    template <class Vec, class... Each>
    static IMPULSE_ALWAYS_INLINE Vec filled(const Each&... each) {
        using numbers = typename vector_of<number, sizeof...(Each)>::type;
        return members::template by_member<Vec>([](auto... of) { return numbers{of...}; }, each...);
    }
    /// Sets to[l] to lane l.
    template <int Lanes, class Vec>
    static IMPULSE_ALWAYS_INLINE void store(const Vec& v, Acc* to) {
        if constexpr (std::is_arithmetic_v<Acc>)  // g++ -O2 takes lanes apart by shuffles
            std::memcpy(to, &v, sizeof v);
        else
            for (int l = 0; l < Lanes; ++l)
                to[l] = members::template by_member<Acc>([l](auto x) { return x[l]; }, v);
    }
    /// The same values, opaque to the compiler.
    template <class Vec>
    static IMPULSE_ALWAYS_INLINE Vec opaque(const Vec& v) {
        return members::template by_member<Vec>([](auto x) { return detail::opaque_vector(x); }, v);
    }

  private:
    using quad = std::make_index_sequence<std::size_t{Quad}>;
    template <class Vec>
    static IMPULSE_ALWAYS_INLINE auto lanes_of(const Vec&) {
        return std::make_index_sequence<sizeof(Vec) / sizeof(number)>();
    }
    template <int Upper, class Vec, std::size_t... Lane>
    static IMPULSE_ALWAYS_INLINE auto half(Vec v, std::index_sequence<Lane...>) {
        return __builtin_shufflevector(v, v, static_cast<int>(Lane + Upper * Quad)...);
    }
    template <class Vec, std::size_t... Lane>
    static IMPULSE_ALWAYS_INLINE auto joined(Vec a, Vec b, std::index_sequence<Lane...>) {
        return __builtin_shufflevector(a, b, static_cast<int>(Lane)...);
    }
    // By floating-point shuffles, because g++ takes three instructions for integers.
    template <int Odd, class Vec, std::size_t... Index>
    static IMPULSE_ALWAYS_INLINE Vec pick(Vec a, Vec b, std::index_sequence<Index...>) {
        typedef std::conditional_t<sizeof(number) == 4, float, double> real
            __attribute__((vector_size(sizeof(Vec))));
        constexpr int before = static_cast<int>(sizeof...(Index)) - Quad;
        return (Vec)__builtin_shufflevector(
            (real)a, (real)b,
            (static_cast<int>(Index % Quad < Quad / 2 ? 0 : before) +
             static_cast<int>(Index / Quad * Quad + 2 * (Index % Quad)) + Odd)...);
    }
    template <int Upper, class Vec, std::size_t... Lane>
    static IMPULSE_ALWAYS_INLINE Vec quads_of(Vec a, Vec b, std::index_sequence<Lane...>) {
        constexpr int rest = static_cast<int>(sizeof...(Lane)) - Quad;
        return __builtin_shufflevector(a, b, static_cast<int>(Lane + Lane / Quad * rest + Upper * Quad)...);
    }
};

#undef IMPULSE_VECTOR_REGISTER
#endif

}  // namespace impulse::detail
