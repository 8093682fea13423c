// SPDX-License-Identifier: Apache-2.0
// Value types of 1 to 64 bytes, each with a composition that does not commute and a sum that does.
#pragma once

#include <monoids.hpp>

namespace support {

/// A map of {0, …, N-1} to itself, in N bytes, with alignment Align.
template <int N, int Align = 1>
struct alignas(Align) permutation {
    std::uint8_t image[N];

    friend IMPULSE_SHARED constexpr bool operator==(const permutation& a, const permutation& b) {
        for (int i = 0; i < N; ++i)
            if (a.image[i] != b.image[i]) return false;
        return true;
    }
};

/// A permutation of {0, 1, 2, 3} in one byte, two bits for each image.
struct packed_permutation {
    std::uint8_t images;

    friend IMPULSE_SHARED constexpr bool operator==(packed_permutation a, packed_permutation b) {
        return a.images == b.images;
    }
};

/// The map x -> factor x + shift of the integers modulo 251, in two bytes.
struct affine_map {
    std::uint8_t factor;
    std::uint8_t shift;

    friend IMPULSE_SHARED constexpr bool operator==(affine_map a, affine_map b) {
        return a.factor == b.factor && a.shift == b.shift;
    }
};

/// Applies a first, then b.
struct compose {
    template <int N, int Align>
    IMPULSE_SHARED constexpr permutation<N, Align> operator()(const permutation<N, Align>& a,
                                                              const permutation<N, Align>& b) const {
        permutation<N, Align> both{};
        for (int i = 0; i < N; ++i) both.image[i] = b.image[a.image[i] % N];
        return both;
    }
    IMPULSE_SHARED constexpr packed_permutation operator()(packed_permutation a, packed_permutation b) const {
        unsigned both = 0;
        for (unsigned i = 0; i < 8; i += 2) both |= (b.images >> (2 * (a.images >> i & 3)) & 3u) << i;
        return {static_cast<std::uint8_t>(both)};
    }
    IMPULSE_SHARED constexpr affine_map operator()(affine_map a, affine_map b) const {
        return {static_cast<std::uint8_t>(a.factor * b.factor % 251),
                static_cast<std::uint8_t>((a.shift * b.factor + b.shift) % 251)};
    }
};

namespace detail {

template <int Bytes, int Align>
struct value_of {
    using type = permutation<Bytes, Align>;
};
template <>
struct value_of<1, 1> {
    using type = packed_permutation;
};
template <>
struct value_of<2, 1> {
    using type = affine_map;
};

/// A random permutation (Fisher and Yates).
IMPULSE_SHARED constexpr void shuffle_images(std::uint8_t* image, int count, std::uint64_t number) {
    for (int i = 0; i < count; ++i) image[i] = static_cast<std::uint8_t>(i);
    for (int i = count - 1; i > 0; --i) {
        number = scatter(number);
        const int other = static_cast<int>(number % static_cast<unsigned>(i + 1));
        const std::uint8_t moved = image[i];
        image[i] = image[other];
        image[other] = moved;
    }
}

}  // namespace detail

/// The type of the given number of bytes (1, 2, 3 and more) for which `compose` does not commute.
template <int Bytes, int Align = 1>
using value_of_size = typename detail::value_of<Bytes, Align>::type;

/// A random value for each position.
template <class T>
struct make_value;

template <int N, int Align>
struct make_value<permutation<N, Align>> {
    std::uint64_t seed = 0;
    IMPULSE_SHARED constexpr permutation<N, Align> operator()(index_t i) const {
        permutation<N, Align> made{};
        detail::shuffle_images(made.image, N, seed + static_cast<std::uint64_t>(i));
        return made;
    }
};
template <>
struct make_value<packed_permutation> {
    std::uint64_t seed = 0;
    IMPULSE_SHARED constexpr packed_permutation operator()(index_t i) const {
        std::uint8_t image[4] = {};
        detail::shuffle_images(image, 4, seed + static_cast<std::uint64_t>(i));
        return {static_cast<std::uint8_t>(image[0] | image[1] << 2 | image[2] << 4 | image[3] << 6)};
    }
};
template <>
struct make_value<affine_map> {
    std::uint64_t seed = 0;
    IMPULSE_SHARED constexpr affine_map operator()(index_t i) const {
        const std::uint64_t number = scatter(seed + static_cast<std::uint64_t>(i));
        return {static_cast<std::uint8_t>(1 + number % 250), static_cast<std::uint8_t>((number >> 32) % 251)};
    }
};

// ---- sums ----

/// N numbers modulo 256, in N bytes: items of a commutative reduction.
template <int N, int Align = 1>
struct alignas(Align) bytes {
    std::uint8_t part[N];

    friend IMPULSE_SHARED constexpr bool operator==(const bytes& a, const bytes& b) {
        for (int i = 0; i < N; ++i)
            if (a.part[i] != b.part[i]) return false;
        return true;
    }
};

/// Adds each byte. The library does not know that this commutes: use `impulse::unordered`.
struct add_bytes {
    template <int N, int Align>
    IMPULSE_SHARED constexpr bytes<N, Align> operator()(const bytes<N, Align>& a,
                                                        const bytes<N, Align>& b) const {
        bytes<N, Align> sum{};
        for (int i = 0; i < N; ++i) sum.part[i] = static_cast<std::uint8_t>(a.part[i] + b.part[i]);
        return sum;
    }
};

template <int N, int Align>
struct make_value<bytes<N, Align>> {
    std::uint64_t seed = 0;
    IMPULSE_SHARED constexpr bytes<N, Align> operator()(index_t i) const {
        bytes<N, Align> made{};
        for (int k = 0; k < N; ++k)
            made.part[k] = static_cast<std::uint8_t>(
                scatter(seed + static_cast<std::uint64_t>(i) * 64 + static_cast<std::uint64_t>(k)));
        return made;
    }
};

}  // namespace support
