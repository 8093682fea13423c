// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree over a few vectors of numbers, the last of which may be incomplete, by one CPU thread, without
/// branches.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/op/identity.hpp>
#include <impulse/detail/tree/simd.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

#if IMPULSE_HAS_AVX

/// Whether a few numbers are read as vectors: AVX can load a part of a vector.
template <class Acc, class Join>
inline constexpr bool reads_few_by_vectors = folds_by_simd<Acc, Join>;

/// The join has a known identity, as all cheap joins have.
template <class Acc, class Leaves, class Join>
struct few_lanes : lane_fold<Acc, Leaves, Join> {
    using base = lane_fold<Acc, Leaves, Join>;
    using base::join, base::lanes, typename base::quad, typename base::vec;
    static constexpr int Quad = base::Quad;

    /// The node of `count` numbers in memory, at most `Vectors` vectors. The identity replaces missing
    /// numbers, so no branch depends on their number.
    template <int Vectors>
    IMPULSE_ALWAYS_INLINE Acc node_of(const Acc* from, int count, int first = 0) const {
        if constexpr (Vectors > Quad) {
            constexpr int half = Vectors / 2 * lanes;
            Acc left = node_of<Vectors / 2>(from, count, first);
            return join(std::move(left), node_of<Vectors / 2>(from, count, first + half));
        } else {
            vec of[std::size_t{Vectors}];
            for (int v = 0; v < Vectors; ++v) of[v] = read(from, first + v * lanes, count);
            const quad nodes = this->halves(quads_of_each<Vectors>(this->template reduced<Vectors>(of)));
            Acc value[std::size_t{Quad}];
            std::memcpy(value, &nodes, sizeof value);
            return this->across(value, std::make_index_sequence<std::size_t{Vectors}>());
        }
    }

  private:
    /// The numbers from `first` on, of `count` in all. An address, because no pointer may lie beyond them.
    static IMPULSE_ALWAYS_INLINE vec read(const Acc* begin, int first, int count) {
        const auto from =
            reinterpret_cast<std::uintptr_t>(begin) + sizeof(Acc) * static_cast<unsigned>(first);
        using word = std::conditional_t<sizeof(Acc) == 4, int, long long>;
        typedef word words __attribute__((vector_size(32)));
        typedef float floats __attribute__((vector_size(32)));
        typedef double numbers __attribute__((vector_size(32)));
        words here, v;
        if constexpr (sizeof(Acc) == 4) {
            here = words{0, 1, 2, 3, 4, 5, 6, 7} < words{} + (count - first);
            v = (words)__builtin_ia32_maskloadps256(reinterpret_cast<const floats*>(from), here);
        } else {
            here = words{0, 1, 2, 3} < words{} + (count - first);
            v = (words)__builtin_ia32_maskloadpd256(reinterpret_cast<const numbers*>(from), here);
        }
        constexpr auto missing = __builtin_bit_cast(word, detail::neutral<Acc, typename Join::bare_type>());
        return (vec)(v | (~here & missing));
    }
    /// Joins the nodes of `Count` vectors until one node remains for each quad of each vector.
    template <int Count>
    IMPULSE_ALWAYS_INLINE vec quads_of_each(vec v) const {
        if constexpr (Count == Quad)
            return v;
        else
            return quads_of_each<2 * Count>(this->neighbours(v, v));
    }
};

#else
template <class Acc, class Join>
inline constexpr bool reads_few_by_vectors = false;
#endif

}  // namespace impulse::detail
