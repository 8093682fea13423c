// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts the items for which a function is true, by one CPU thread, in integers of the items' size. Also
/// tells whether it is true for all items, or for any.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(sums.hpp)

#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/cpu/extreme_lanes.hpp>
#include <impulse/detail/cpu/own_way.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/source/transform_source.hpp>

#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a function of an item returns 1 or 0, as an index_t or a bool.
template <class Function>
inline constexpr bool answers_in_ones = false;

#if !IMPULSE_HAS_CUDA

/// Adds the ones in lanes as wide as the items, at most 255 rounds, which the narrowest lane can hold. So
/// compilers need not widen the results of comparisons.
template <class Counter, class Type, class Function>
index_t count_ones(const Type* from, index_t count, const Function& f) {
    constexpr index_t each = 128 / index_t{sizeof(Counter)};
    constexpr index_t lanes = vectors_of<Counter>::lanes;
    constexpr index_t vectors = each / lanes;
    constexpr index_t at_once = lanes == 2 ? vectors : 2;  // g++ -O2 does not vectorize shorter loops
    constexpr index_t most = 255;
    using counters = std::conditional_t<sizeof(Counter) == 1, std::uint16_t, Counter>;  // no overflow
    index_t total = 0;
    // For fewer items the plain loop is fast enough.
    for (const bool many = count >= 4 * each; many && count >= each;) {
        const index_t rounds = (std::min)(most, count / each);
        typename vectors_of<Counter>::vec ones[std::size_t{vectors}] = {};
        for (index_t r = 0; r < rounds; ++r, from += each) {
            if constexpr (quads_of_vector == 1) {  // longer vectors gained nothing
                detail::ask_ahead(from);
                detail::ask_ahead(from + each / 2);
            }
            IMPULSE_UNROLL
            for (index_t v = 0; v < vectors; v += at_once) {
                // Declared here, because clang++ keeps an array with a longer lifetime in memory.
                Counter now[std::size_t{at_once * lanes}];
                // fault: ones-of-lane
                for (index_t l = 0; l < at_once * lanes; ++l)
                    now[l] = static_cast<Counter>(f(from[v * lanes + l]));
                IMPULSE_UNROLL
                for (index_t w = 0; w < at_once; ++w)
                    ones[v + w] += vectors_of<Counter>::read(now + w * lanes);
            }
        }
        counters all = 0;
        for (index_t v = 0; v < vectors; ++v)
            for (index_t l = 0; l < lanes; ++l) all = static_cast<counters>(all + ones[v][l]);
        total += static_cast<index_t>(all);
        count -= rounds * each;
    }
    // fault: last-of-ones
    for (index_t i = 0; i < count; ++i) total += f(from[i]);
    return total;
}

/// Leaves that are results of such a function for numbers in memory.
template <class Leaves>
concept ones_of_numbers = requires(const Leaves& leaves) {
    leaves.source().f;
    requires answers_in_ones<std::remove_cvref_t<decltype(leaves.source().f.f)>>;
    requires is_contiguous<std::remove_cvref_t<decltype(leaves.source().source)>>;
    requires has_extreme_lanes<std::remove_cvref_t<decltype(*leaves.source().source.first)>>;
};

index_t count_answers(const auto& leaves, index_t begin, index_t count) {
    const auto& source = leaves.source();
    using item = std::remove_cvref_t<decltype(*source.source.first)>;
    return detail::count_ones<sized_integer<sizeof(item), false>>(
        source.source.first + (leaves.origin() + begin), count, source.f);
}

template <class Op, class Leaves>
requires(std::is_same_v<bare_op<Op>, plus>&& ones_of_numbers<Leaves>) struct own_way<index_t, Op, Leaves> {
    static index_t of(const Leaves& leaves, interval range, const auto&) {
        return detail::count_answers(leaves, range.begin, range.size());
    }
};

/// Whether all are true, or any: counts block by block until a block decides.
template <class Op, class Leaves>
requires(
    one_of<bare_op<Op>, logical_and, logical_or>&& ones_of_numbers<Leaves>) struct own_way<bool, Op, Leaves> {
    static bool of(const Leaves& leaves, interval range, const auto&) {
        constexpr bool asks_all = std::is_same_v<bare_op<Op>, logical_and>;
        constexpr index_t block = 4096;
        for (index_t k = range.begin; k < range.end; k += block) {
            const index_t count = (std::min)(block, range.end - k);
            // fault: block-that-decides
            if (detail::count_answers(leaves, k, count) != (asks_all ? count : 0)) return !asks_all;
        }
        return asks_all;
    }
};

#endif

}  // namespace impulse::detail
