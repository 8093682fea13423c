// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pairs of numbers of 4 bytes as words, by one CPU thread: rows of two columns, and complex numbers. Words
/// are joined by vectors, like the numbers of one result.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/identity.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

#if !IMPULSE_HAS_CUDA
/// Items in memory as leaves of one result, each the word of one or two items.
template <class Source>
struct words_of_items {
    static constexpr index_t items = 8 / index_t{Source::item_bytes};  // of a word
    const Source& array;
    index_t origin;

    std::uint64_t operator[](index_t k) const {
        std::uint64_t word;
        // fault: word-of-row
        std::memcpy(&word, array.first + (origin + items * k), sizeof word);
        return word;
    }
    void ask_ahead(index_t k, index_t n) const { array.ask_ahead(origin, items * k, items * n); }
};

/// Joins such words: the numbers at the same place.
template <class Number, class Join>
struct join_words {
    static constexpr bool is_cheap = true;
    struct bare_type {
        template <class Vec>
        Vec operator()(const Vec& a, const Vec& b) const {
            typedef Number numbers __attribute__((vector_size(sizeof(Vec))));
            return (Vec)detail::join_lanes<Number, Join>((numbers)a, (numbers)b);
        }
    };
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        typedef std::uint64_t words __attribute__((vector_size(16)));
        return bare_type{}(words{a, 0}, words{b, 0})[0];
    }
};

/// Sums of complex numbers of two floats, in order; in any order they have other bits.
template <class Acc, class Op, class Leaves>
requires requires(const Leaves& leaves) {
    requires complex_number<Acc> && !std::is_arithmetic_v<Acc> && sizeof(Acc) == 8;
    requires std::is_same_v<typename op_adaptor<Acc, Op>::bare_type, plus>;
    requires(freedom_v<Op, Acc> == grouping::tree);
    requires std::is_same_v<typename Leaves::item_type, Acc>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source())>>;
}
struct own_way<Acc, Op, Leaves> {
    static Acc of(const Leaves& leaves, interval range, const auto&) {
        using source = std::remove_cvref_t<decltype(leaves.source())>;
        using add_parts = op_adaptor<typename Acc::value_type, const plus>;
        // fault: complex-from-origin
        const words_of_items<source> words{leaves.source(), leaves.origin()};
        const std::uint64_t sum = detail::fold_tree<std::uint64_t>(
            words, range.begin, range.end, join_words<typename Acc::value_type, add_parts>{});
        return __builtin_bit_cast(Acc, sum);
    }
};
#endif

}  // namespace impulse::detail
