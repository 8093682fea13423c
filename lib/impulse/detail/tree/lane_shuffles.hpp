// SPDX-License-Identifier: Apache-2.0
/// \file
/// Vectors of the CPU: their width, how to make them opaque to the compiler, and shuffles of two vectors.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

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

/// Shuffles of vectors whose quads of 16 bytes have `Quad` numbers each.
template <class Acc>
struct lane_shuffles {
    static constexpr int Quad = 16 / sizeof(Acc);

    /// In every quad the even (or odd) numbers of a, then those of b.
    template <int Odd, class Vec>
    static IMPULSE_ALWAYS_INLINE Vec pick(Vec a, Vec b) {
        return pick<Odd>(a, b, lanes_of<Vec>());
    }
    /// The lower (or upper) quad of a, then that of b.
    template <int Upper, class Vec>
    static IMPULSE_ALWAYS_INLINE Vec quads_of(Vec a, Vec b) {
        return quads_of<Upper>(a, b, lanes_of<Vec>());
    }

  private:
    template <class Vec>
    using lanes_of = std::make_index_sequence<sizeof(Vec) / sizeof(Acc)>;

    // By floating-point shuffles, because g++ takes three instructions for integers.
    template <int Odd, class Vec, std::size_t... Index>
    static IMPULSE_ALWAYS_INLINE Vec pick(Vec a, Vec b, std::index_sequence<Index...>) {
        typedef std::conditional_t<sizeof(Acc) == 4, float, double> real
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
