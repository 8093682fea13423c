// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts lines, words and bytes by one ordered operator.
///
/// The edges of a piece may cut a word, so a piece of text keeps what is at its edges. A word is counted
/// where it is joined to the white space before it: "a bi" and "g word" make three words, in that order.
#pragma once

#include <impulse/operators.hpp>

#include <bit>
#include <cstdint>

namespace examples {

/// What a byte does to words in the C locale: white space ends a word, a printable byte belongs to one. The
/// operator decides about other bytes. `none` is the edge of a piece in which no byte does either.
enum class byte_kind { none, white, word, other };

// There are no branches, so that compilers can vectorize loops over these.
IMPULSE_SHARED constexpr bool is_white(unsigned char c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
IMPULSE_SHARED constexpr bool is_printable(unsigned char c) { return (c > ' ') & (c < 127); }
IMPULSE_SHARED constexpr bool is_either(unsigned char c) {
    return ((c >= ' ') & (c < 127)) | ((c >= '\t') & (c <= '\r'));
}

IMPULSE_SHARED constexpr byte_kind kind_of(unsigned char c, byte_kind others = byte_kind::other) {
    return is_printable(c) ? byte_kind::word : is_white(c) ? byte_kind::white : others;
}

/// A piece of text.
struct text_piece {
    std::int64_t lines = 0;
    std::int64_t words = 0;  ///< words that begin in the piece, after white space in the piece
    std::int64_t bytes = 0;
    byte_kind begins = byte_kind::none;  ///< the first byte that is not `none`
    byte_kind ends = byte_kind::none;    ///< the last byte that is not `none`

    text_piece() = default;
    IMPULSE_SHARED constexpr explicit(false) text_piece(unsigned char c)
        : lines(c == '\n'), bytes(1), begins(kind_of(c)), ends(kind_of(c)) {}
    IMPULSE_SHARED constexpr text_piece(std::int64_t l, std::int64_t w, std::int64_t b, byte_kind first,
                                        byte_kind last)
        : lines(l), words(w), bytes(b), begins(first), ends(last) {}
};

/// The initial value: a text begins as if there were white space before it. It is not an identity.
inline constexpr text_piece before_text{0, 0, 0, byte_kind::white, byte_kind::white};

/// Joins two adjacent pieces of a text, in order.
struct word_count {
    /// What `byte_kind::other` means: `none` in older versions of GNU wc (9.1, for example), `word` in newer
    /// ones.
    byte_kind others = byte_kind::none;

    IMPULSE_SHARED text_piece operator()(const text_piece& a, const text_piece& b) const {
        const byte_kind a_begins = seen(a, a.begins), a_ends = seen(a, a.ends);
        const byte_kind b_begins = seen(b, b.begins), b_ends = seen(b, b.ends);
        return {a.lines + b.lines, a.words + b.words + begins_word(a_ends, b_begins), a.bytes + b.bytes,
                a_begins != byte_kind::none ? a_begins : b_begins,
                b_ends != byte_kind::none ? b_ends : a_ends};
    }

    IMPULSE_SHARED text_piece lift(unsigned char c) const { return {c}; }

    /// Adds one byte: the same as `operator()`, with less work.
    IMPULSE_SHARED text_piece accumulate(const text_piece& a, unsigned char c) const {
        const byte_kind kind = kind_of(c, others), begins = seen(a, a.begins), ends = seen(a, a.ends);
        return {a.lines + (c == '\n'), a.words + begins_word(ends, kind), a.bytes + 1,
                begins != byte_kind::none ? begins : kind, kind != byte_kind::none ? kind : ends};
    }

    /// 64 bytes, on a GPU: one mask for each kind, with one bit for each byte. Arithmetic on the masks gives
    /// the result, without branches, whatever the text.
    IMPULSE_SHARED text_piece lift(const impulse::pack<unsigned char, 64>& bytes) const {
        std::uint64_t white = 0, word = 0;
        std::uint32_t feeds = 0;  // twice the count, in each of four bytes
        IMPULSE_UNROLL
        for (int half = 1; half >= 0; --half) {
            std::uint32_t whites = 0, printables = 0;
            IMPULSE_UNROLL
            for (int i = 7; i >= 0; --i) {
                const std::uint32_t w = bytes.word(8 * half + i), low = w & each(127);
                const std::uint32_t ascii = ~w & each(128), from_33 = at_least(low, 33);
                // A byte is in a range if it reaches the lower bound but not the upper one.
                const std::uint32_t blank =
                    (at_least(low, '\t') ^ at_least(low, '\r' + 1) ^ at_least(low, ' ') ^ from_33) & ascii;
                append(whites, blank);
                append(printables, (from_33 ^ at_least(low, 127)) & ascii);
                // Line feed is the only white space whose lowest two bits are 10.
                feeds += w & ~(w << 1) & blank >> 6;
            }
            white = white << 32 | whites;
            word = word << 32 | printables;
        }
        if (others == byte_kind::word) word = ~white;
        const std::uint64_t none = ~(white | word);
        // A word begins after white space, with only `none` bytes between them: the carry of a sum passes
        // over these.
        const std::uint64_t after = white << 1;
        const std::uint64_t begins = word & (after | ((after & none) + none));
        const std::uint64_t seen = white | word, first = seen & (0 - seen);
        return {static_cast<std::int64_t>(feeds * each(1) >> 25), ones(begins), 64,
                kind_of_edge(first & white, first & word),
                white > word ? byte_kind::white : kind_of_edge(0, word)};
    }

    /// Adds many bytes, on a CPU, block by block. After `none` bytes are removed, a word begins where white
    /// space ends. These loops have no state, so compilers can vectorize them.
    text_piece accumulate(text_piece a, const unsigned char* first, const unsigned char* last) const {
        for (; last - first >= block; first += block) {
            unsigned char lines = 0, other = 0;  // the counts of a block fit in a byte
            for (int i = 0; i < block; ++i) {
                lines = static_cast<unsigned char>(lines + (first[i] == '\n'));
                other = static_cast<unsigned char>(other | !is_either(first[i]));
            }
            text_piece b{lines, 0, block, {}, {}};
            if (other == 0 || others == byte_kind::word) {
                count_words(b, first, block);
            } else {
                unsigned char counted[block];
                int count = 0;
                for (int i = 0; i < block; ++i) {
                    counted[count] = first[i];
                    count += is_either(first[i]);
                }
                count_words(b, counted, count);
            }
            a = (*this)(a, b);
        }
        for (; first != last; ++first) a = accumulate(a, *first);
        return a;
    }

  private:
    /// The kind of an edge of a piece. It is `other` only for a piece of one byte that this operator has not
    /// joined yet.
    IMPULSE_SHARED byte_kind seen(const text_piece& piece, byte_kind edge) const {
        return piece.bytes == 1 && edge == byte_kind::other ? others : edge;
    }
    IMPULSE_SHARED static bool begins_word(byte_kind before, byte_kind after) {
        return before == byte_kind::white && after == byte_kind::word;
    }

    static IMPULSE_SHARED byte_kind kind_of_edge(std::uint64_t white, std::uint64_t word) {
        return white != 0 ? byte_kind::white : word != 0 ? byte_kind::word : byte_kind::none;
    }

    // Operations on the four bytes of a word.
    static IMPULSE_SHARED constexpr std::uint32_t each(int byte) {
        return 0x01010101u * static_cast<std::uint32_t>(byte);
    }
    /// Sets the highest bit of each byte that is `least` or more; all bytes are below 128.
    static IMPULSE_SHARED std::uint32_t at_least(std::uint32_t bytes, int least) {
        return bytes + each(128 - least);
    }
    /// Appends the highest bits of four bytes to the mask of the bytes after them; a multiplication gathers
    /// the bits in order.
    static IMPULSE_SHARED void append(std::uint32_t& mask, std::uint32_t bytes) {
        mask = mask << 4 | bytes * 0x00204081u >> 28;
    }
    static IMPULSE_SHARED std::int64_t ones(std::uint64_t mask) {
#if defined(__CUDA_ARCH__)
        return __popcll(mask);
#else
        return std::popcount(mask);
#endif
    }

    static constexpr int block = 128;
    void count_words(text_piece& piece, const unsigned char* bytes, int count) const {
        if (count == 0) return;
        unsigned char words = 0;
        for (int i = 1; i < count; ++i)
            words = static_cast<unsigned char>(words + (is_white(bytes[i - 1]) > is_white(bytes[i])));
        piece.words = words;
        piece.begins = kind_of(bytes[0], others);
        piece.ends = kind_of(bytes[count - 1], others);
    }
};

}  // namespace examples
