// SPDX-License-Identifier: Apache-2.0
// Exact operators that show what a reduction did to its items, for the CPU and the GPU.
//
// Function objects (`make`) compute items from their positions, so that the items can be in memory or behind
// a counting iterator.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators.hpp>

#include <cmath>
#include <cstdint>
#include <ostream>
#include <tuple>

namespace support {

using impulse::index_t;

/// Scatters the bits of a number (splitmix64): a random number for each position, without a state.
IMPULSE_SHARED constexpr std::uint64_t scatter(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// ---- the free monoid, on words that name their letters ----

/// A word of the free monoid whose letters are the positions, in order: [begin, end). It becomes broken, and
/// stays so, when two words that are not adjacent are joined. So any reordering, loss or repetition shows.
struct stretch {
    index_t begin;
    index_t end;

    friend IMPULSE_SHARED constexpr bool operator==(const stretch& a, const stretch& b) {
        return a.begin == b.begin && a.end == b.end;
    }
    friend std::ostream& operator<<(std::ostream& to, const stretch& s) {
        return to << "[" << s.begin << ", " << s.end << ")";
    }
};

inline constexpr stretch broken{INT64_MIN, INT64_MAX};

struct join_stretches {
    IMPULSE_SHARED constexpr stretch operator()(const stretch& a, const stretch& b) const {
        return a.end == b.begin ? stretch{a.begin, b.end} : stretch{INT64_MIN, INT64_MAX};
    }
};

/// Item i is [i, i + 1).
struct make_stretch {
    IMPULSE_SHARED constexpr stretch operator()(index_t i) const { return {i, i + 1}; }
};

// ---- its commutative image: only loss and repetition show ----

/// The number of positions, and the sum of their scattered values.
struct tally {
    std::uint64_t count;
    std::uint64_t sum;

    friend IMPULSE_SHARED constexpr bool operator==(const tally& a, const tally& b) {
        return a.count == b.count && a.sum == b.sum;
    }
};

struct join_tallies {
    IMPULSE_SHARED constexpr tally operator()(const tally& a, const tally& b) const {
        return {a.count + b.count, a.sum + b.sum};
    }
};

struct make_tally {
    IMPULSE_SHARED constexpr tally operator()(index_t i) const {
        return {1, scatter(static_cast<std::uint64_t>(i))};
    }
};

// ---- 2x2 matrices over the integers modulo a prime: 16 bytes of alignment 4 ----

struct matrix {
    std::uint32_t element[4];

    friend IMPULSE_SHARED constexpr bool operator==(const matrix& a, const matrix& b) {
        return a.element[0] == b.element[0] && a.element[1] == b.element[1] && a.element[2] == b.element[2] &&
               a.element[3] == b.element[3];
    }
};

struct matrix_product {
    static constexpr std::uint64_t prime = 2147483647;

    IMPULSE_SHARED constexpr matrix operator()(const matrix& a, const matrix& b) const {
        return {{dot(a, 0, b, 0), dot(a, 0, b, 1), dot(a, 2, b, 0), dot(a, 2, b, 1)}};
    }

  private:
    IMPULSE_SHARED static constexpr std::uint32_t dot(const matrix& a, int row, const matrix& b, int column) {
        const std::uint64_t left = std::uint64_t{a.element[row]} * b.element[column] % prime;
        const std::uint64_t right = std::uint64_t{a.element[row + 1]} * b.element[column + 2] % prime;
        return static_cast<std::uint32_t>((left + right) % prime);
    }
};

struct make_matrix {
    std::uint64_t seed = 0;

    IMPULSE_SHARED constexpr matrix operator()(index_t i) const {
        matrix made{};
        for (std::uint64_t k = 0; k < 4; ++k)
            made.element[k] = static_cast<std::uint32_t>(
                scatter(seed + 4 * static_cast<std::uint64_t>(i) + k) % matrix_product::prime);
        return made;
    }
};

// ---- neither associative nor commutative: any other tree shows ----

struct mix {
    IMPULSE_SHARED constexpr std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        return scatter(3 * a + (b << 17 | b >> 47));
    }
};

/// The mix operator with leaves of several items, which are accumulated by another function than the one that
/// joins leaves.
template <int Leaf = 4>
struct mix_of_leaves : mix {
    static constexpr int leaf = Leaf;
    IMPULSE_SHARED std::uint64_t lift(std::uint64_t a) const { return scatter(a); }
    IMPULSE_SHARED void accumulate(std::uint64_t& acc, std::uint64_t a) const { acc = scatter(acc ^ 5 * a); }
};
using mix_of_sixteen = mix_of_leaves<16>;

/// Several numbers of Unit, each of which affects the next.
template <int Count, class Unit = std::uint64_t>
struct units {
    Unit part[Count];
    friend IMPULSE_SHARED constexpr bool operator==(const units& a, const units& b) {
        for (int i = 0; i < Count; ++i)
            if (a.part[i] != b.part[i]) return false;
        return true;
    }
};

struct mix_units {
    template <int Count, class Unit>
    IMPULSE_SHARED constexpr units<Count, Unit> operator()(const units<Count, Unit>& a,
                                                           const units<Count, Unit>& b) const {
        units<Count, Unit> c{};
        std::uint64_t carry = 1;
        for (int i = 0; i < Count; ++i) {
            carry = mix{}(a.part[i] + carry, b.part[i]);
            c.part[i] = static_cast<Unit>(carry);
        }
        return c;
    }
};

template <class Units>
struct make_units;
template <int Count, class Unit>
struct make_units<units<Count, Unit>> {
    std::uint64_t seed = 0;
    IMPULSE_SHARED constexpr units<Count, Unit> operator()(index_t i) const {
        units<Count, Unit> made{};
        for (int k = 0; k < Count; ++k)
            made.part[k] = static_cast<Unit>(scatter(seed + static_cast<std::uint64_t>(Count * i + k)));
        return made;
    }
};

/// 24 bytes from leaves of 32-bit items, which are accumulated one by one.
template <int Leaf>
struct stepped_words {
    static constexpr int leaf = Leaf;
    IMPULSE_SHARED units<3> lift(std::uint32_t item) const { return {{item, 1, scatter(item)}}; }
    IMPULSE_SHARED void accumulate(units<3>& all, std::uint32_t item) const {
        all.part[0] = scatter(5 * all.part[0] + item);
        ++all.part[1];
        all.part[2] ^= all.part[0];
    }
    IMPULSE_SHARED units<3> operator()(const units<3>& a, const units<3>& b) const {
        return {{mix{}(a.part[0], b.part[0]), a.part[1] + b.part[1], a.part[2] + 7 * b.part[2]}};
    }
};
/// The same, but whole leaves are lifted at once.
template <int Leaf>
struct packed_words : stepped_words<Leaf> {
    using stepped_words<Leaf>::lift;
    IMPULSE_SHARED units<3> lift(const impulse::pack<std::uint32_t, Leaf>& items) const {
        units<3> all = lift(items[0]);
        IMPULSE_UNROLL
        for (int i = 1; i < Leaf; ++i) this->accumulate(all, items[i]);
        return all;
    }
};

struct make_hash {
    std::uint64_t seed = 0;

    IMPULSE_SHARED constexpr std::uint64_t operator()(index_t i) const {
        return scatter(seed + static_cast<std::uint64_t>(i));
    }
};

// ---- 2x2 matrices of floats: their product neither commutes nor is it exact ----

struct float_matrix {
    float element[4];
};
inline auto bits_of(const float_matrix& m) {
    return std::tuple(m.element[0], m.element[1], m.element[2], m.element[3]);
}

/// It rounds the same on every machine, however its compiler contracts operations.
struct multiply_float_matrices {
    IMPULSE_SHARED float_matrix operator()(const float_matrix& a, const float_matrix& b) const {
        return {{std::fma(a.element[0], b.element[0], a.element[1] * b.element[2]),
                 std::fma(a.element[0], b.element[1], a.element[1] * b.element[3]),
                 std::fma(a.element[2], b.element[0], a.element[3] * b.element[2]),
                 std::fma(a.element[2], b.element[1], a.element[3] * b.element[3])}};
    }
};

/// Rotations and reflections of the plane, rounded: a product of any length stays near 1. All operations
/// except the divisions are exact.
struct make_isometry {
    std::uint64_t seed = 0;

    IMPULSE_SHARED float_matrix operator()(index_t i) const {
        const std::uint64_t random = scatter(seed + static_cast<std::uint64_t>(i));
        const float t = static_cast<float>(random % 1024) / 1024.f;
        const float c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
        return (random >> 32 & 1) != 0 ? float_matrix{{c, -s, s, c}} : float_matrix{{c, s, s, -c}};
    }
};

// ---- floats whose sum depends on the grouping ----

/// Numbers of very different sizes and both signs. Each is exact.
template <class T>
struct make_uneven {
    index_t salt = 0;
    IMPULSE_SHARED T operator()(index_t i) const {
        const std::uint64_t number = scatter(static_cast<std::uint64_t>(i + salt));
        const float scale = 1.0f / static_cast<float>(1u << (number % 30));
        return static_cast<T>(scale * static_cast<float>(static_cast<int>((number >> 40) % 2001) - 1000));
    }
};

// ---- semigroups without an identity ----

struct first {
    template <class T>
    IMPULSE_SHARED constexpr T operator()(const T& a, const T&) const {
        return a;
    }
};

struct last {
    template <class T>
    IMPULSE_SHARED constexpr T operator()(const T&, const T& b) const {
        return b;
    }
};

/// Item i is a number that differs from those of its neighbours.
struct make_number {
    IMPULSE_SHARED constexpr std::int64_t operator()(index_t i) const { return 3 * i + 7; }
};

}  // namespace support
