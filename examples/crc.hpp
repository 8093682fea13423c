// SPDX-License-Identifier: Apache-2.0
/// \file
/// CRC-32 (that of zlib, gzip and PNG) as an ordered operator.
///
/// A CRC is the remainder of a message, read as a polynomial over GF(2), modulo a polynomial P. The remainder
/// of a message AB is therefore crc(A)·x^(8|B|) + crc(B): a multiplication by a power of x joins two pieces.
/// (CRC-32 also inverts the remainder before and after; the inversions cancel out in this sum.)
#pragma once

#include <impulse/operators.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace examples {

/// A polynomial of degree 31 at most. As CRC-32 has it, the highest bit is the coefficient of x^0.
using polynomial = std::uint32_t;

constexpr polynomial times_x(polynomial a) { return a >> 1 ^ (a & 1 ? 0xedb88320u : 0u); }

constexpr polynomial multiply(polynomial a, polynomial b) {
    polynomial product = 0;
    for (; a != 0; a <<= 1, b = times_x(b)) product ^= a >> 31 ? b : 0;
    return product;
}

/// Multiplication by a constant factor. It is linear, so the product is the sum of the products of six
/// digits: four digits have five bits, the two highest have six. (A warp of a GPU looks up 32 words of one
/// cache line in one step. Longer digits would take two steps; shorter ones would be more.)
struct alignas(1024) multiplication {
    polynomial of_digit[256] = {};  ///< one table after another, one for each digit

    constexpr multiplication() = default;
    constexpr explicit multiplication(polynomial factor) {
        for (int bit = 31; bit >= 0; --bit, factor = times_x(factor)) {
            const int d = digit_with(bit);
            for (int value = 0; value < 1 << bits(d); ++value)
                if (value >> (bit - lowest_bit(d)) & 1) of_digit[place(d) + value] ^= factor;
        }
    }

    IMPULSE_SHARED polynomial operator()(polynomial a) const {
        polynomial product = 0;
        IMPULSE_UNROLL
        for (int d = 0; d < 6; ++d) product ^= of(d, d == 0 ? a << 2 : a >> (lowest_bit(d) - 2));
        return product;
    }

  private:
    IMPULSE_SHARED static constexpr int bits(int d) { return d < 4 ? 5 : 6; }
    IMPULSE_SHARED static constexpr int lowest_bit(int d) { return d < 4 ? 5 * d : 6 * d - 4; }
    IMPULSE_SHARED static constexpr int digit_with(int bit) { return bit < 20 ? bit / 5 : (bit + 4) / 6; }
    IMPULSE_SHARED static constexpr int place(int d) { return d < 4 ? 32 * d : 64 * d - 128; }

    /// The product of one digit, which is scaled by four to count bytes. A GPU puts it into the address by an
    /// or, because nothing carries.
    IMPULSE_SHARED polynomial of(int d, std::uint32_t scaled) const {
        const std::uint32_t offset = scaled & ((4u << bits(d)) - 4);
#if defined(__CUDA_ARCH__)
        const auto begin = reinterpret_cast<std::uintptr_t>(this);
        return __ldg(reinterpret_cast<const polynomial*>(begin | offset) + place(d));
#else
        return of_digit[static_cast<std::uint32_t>(place(d)) + offset / 4];
#endif
    }
};

/// Multiplications by x^(8·2^k). A shift by n bytes takes one multiplication for each set bit of n.
struct byte_shifts {
    multiplication by[64];

    constexpr byte_shifts() {
        polynomial factor = 1u << 23;  // x^8
        for (multiplication& m : by) {
            m = multiplication(factor);
            factor = multiply(factor, factor);
        }
    }
};

inline constexpr byte_shifts shifts;
#if IMPULSE_HAS_CUDA
static __device__ constexpr byte_shifts shifts_on_device;  // the GPU's own copy, in its memory
#endif

/// A byte, shifted by n + 1 bytes: eight look-ups take in eight bytes.
struct byte_table {
    polynomial after[8][256] = {};

    constexpr byte_table() {
        for (unsigned byte = 0; byte < 256; ++byte) {
            polynomial a = byte;
            for (int bit = 0; bit < 64; ++bit) {
                a = times_x(a);
                if (bit % 8 == 7) after[bit / 8][byte] = a;
            }
        }
    }
};

/// The CRC-32 of a piece of a message. The CRC-32 of an empty piece is 0.
struct crc_piece {
    polynomial crc = 0;
    std::uint64_t bytes = 0;

    crc_piece() = default;
    IMPULSE_SHARED constexpr crc_piece(polynomial c, std::uint64_t length) : crc(c), bytes(length) {}
};

/// Joins two adjacent pieces of a message, in order.
struct crc32_join {
    IMPULSE_SHARED crc_piece operator()(const crc_piece& a, const crc_piece& b) const {
        polynomial crc = a.crc;
        // On a GPU the length is mostly a power of two.
        for (std::uint64_t distance = b.bytes; distance != 0; distance &= distance - 1)
            crc = table().by[lowest_bit(distance)](crc);
        return {crc ^ b.crc, a.bytes + b.bytes};
    }

    IMPULSE_SHARED crc_piece lift(unsigned char byte) const { return accumulate(crc_piece(0, 0), byte); }

    /// Adds one byte: it looks up a digit of five bits and the other three bits.
    IMPULSE_SHARED crc_piece accumulate(const crc_piece& a, unsigned char byte) const {
        const polynomial r = ~a.crc ^ byte;
        const auto& of_digit = table().by[0].of_digit;
        return {~(r >> 8 ^ of_digit[r & 31] ^ of_digit[32 + (r >> 5 & 7)]), a.bytes + 1};
    }

    /// Adds 64 bytes, word by word: each step shifts the remainder over the next words, and all eight
    /// look-ups of a step are in flight at once.
    IMPULSE_SHARED crc_piece lift(const impulse::pack<unsigned char, 64>& bytes) const {
        static_assert(std::endian::native == std::endian::little);
        polynomial r = ~0u;
        IMPULSE_UNROLL
        for (int i = 0; i < 16; ++i) r = table().by[2](r ^ bytes.word(i));  // by[2] shifts by four bytes
        return {~r, 64};
    }

    /// Adds many bytes, on a CPU: several pieces advance side by side, so that the look-ups of one hide the
    /// latency of the others'.
    crc_piece accumulate(crc_piece a, const unsigned char* first, const unsigned char* last) const {
        constexpr int pieces = 3;
        const std::ptrdiff_t length = (last - first) / pieces / 8 * 8;
        polynomial r[pieces] = {~a.crc, ~0u, ~0u};
        for (std::ptrdiff_t i = 0; i < length; i += 8)
            for (int p = 0; p < pieces; ++p) r[p] = eight_bytes(r[p], first + p * length + i);
        const auto each = static_cast<std::uint64_t>(length);
        a = {~r[0], a.bytes + each};
        for (int p = 1; p < pieces; ++p) a = (*this)(a, {~r[p], each});
        for (first += pieces * length; first != last; ++first) a = accumulate(a, *first);
        return a;
    }

  private:
    IMPULSE_SHARED static int lowest_bit(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
        return __ffsll(static_cast<long long>(bits)) - 1;
#else
        return std::countr_zero(bits);
#endif
    }
    IMPULSE_SHARED static const byte_shifts& table() {
#if defined(__CUDA_ARCH__)
        return shifts_on_device;
#else
        return shifts;
#endif
    }

    static polynomial eight_bytes(polynomial r, const unsigned char* bytes) {
        static_assert(std::endian::native == std::endian::little);
        static constexpr byte_table bytes_moved;
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        word ^= r;
        r = 0;
        for (int i = 0; i < 8; ++i) r ^= bytes_moved.after[7 - i][word >> 8 * i & 255];
        return r;
    }
};

}  // namespace examples
