// SPDX-License-Identifier: Apache-2.0
/// \file
/// `later_items`: items of vector loads that are read when they are used.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/source/source.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a lane takes pairs of items that are read one by one: of at most 4 bytes, joined in order. H100;
/// docs/notes/iterators.md, "Small inputs through iterators".
template <class Acc, class Source, class Op>
inline constexpr bool takes_pairs = Source::read_bytes <= 4 &&
                                    sizeof(Acc) <= 4 && freedom_v<Op, Acc> == grouping::tree;

/// Vector loads of `PerLoad` consecutive items each, `stride` apart; each item is read when it is used.
template <class Source, int PerLoad>
struct later_items {
    items_from<Source> from;
    index_t stride;

    IMPULSE_INLINE index_t place(int j) const { return j / PerLoad * stride + j % PerLoad; }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE decltype(auto) operator()(int j) const {
        return from.source.at(from.origin, from.first + place(j));
    }
    template <std::size_t Words>
    IMPULSE_INLINE void copy_words(std::uint32_t (&to)[Words], int j) const
        requires(is_contiguous<std::remove_const_t<Source>>) {
        items_from<Source>{from.source, from.origin, from.first + place(j)}.copy_words(to, 0);
    }
    /// Loads `Count` items of one vector load now, from item j on: in words, also from several arrays and
    /// under functions.
    template <int Count>
    IMPULSE_INLINE auto load_some(int j) const
        requires(!is_contiguous<std::remove_const_t<Source>> && Source::arrays > 0) {
        return from.source.template load_valid<Count, 1>(from.origin, from.first + place(j), index_t{0},
                                                         Count);
    }
};

}  // namespace impulse::detail
