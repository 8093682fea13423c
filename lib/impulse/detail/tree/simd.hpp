// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nodes of the tree over numbers of 4 or 8 bytes, with vectors, by one CPU thread.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(tree.hpp)

#include <impulse/detail/tree/lane_shuffles.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether operands are numbers that fit in vectors, and joining all lanes is as cheap as joining one. (nvcc
/// does not support such vectors.)
template <class Acc, class Join>
inline constexpr bool folds_by_simd = !IMPULSE_HAS_CUDA && std::is_arithmetic_v<Acc> &&
                                      (sizeof(Acc) == 4 || sizeof(Acc) == 8) && Join::is_cheap;

/// Whether lanes of vectors hold the operands: such numbers, or the members of a type that says so.
template <class Acc, class Join>
inline constexpr bool folds_in_lanes = folds_by_simd<Acc, Join>;
template <class Acc, class Join>
requires requires { typename members_in_lanes<Acc>::joined_by; }
inline constexpr bool folds_in_lanes<Acc, Join> =
    !IMPULSE_HAS_CUDA && std::is_same_v<typename members_in_lanes<Acc>::joined_by, typename Join::bare_type>;

/// Whether leaves can be prefetched.
template <class Leaves>
inline constexpr bool asks_ahead = requires(const Leaves& leaves) {
    leaves.ask_ahead(index_t{0}, index_t{0});
};

/// Whether contiguous leaves can be read as a vector.
template <class Leaves>
inline constexpr bool reads_vectors = requires(const Leaves& leaves) {
    leaves.vector(index_t{0});
};

#if !IMPULSE_HAS_CUDA
/// Joins two vectors of numbers in all lanes at once; signed integers as unsigned ones, because no lane may
/// overflow.
template <class Acc, class Join, class Vec>
IMPULSE_ALWAYS_INLINE Vec join_lanes(const Vec& left, const Vec& right) {
    if constexpr (std::is_integral_v<Acc>) {
        typedef std::make_unsigned_t<Acc> bits __attribute__((vector_size(sizeof(Vec))));
        return (Vec) typename Join::bare_type{}((bits)left, (bits)right);
    } else {
        return typename Join::bare_type{}(left, right);
    }
}

/// A vector is `quads` times 16 bytes. Joining neighbours within a vector takes shuffles at every level. So a
/// block is split into rows, one for each lane, and Q items of each row are joined and transposed at once,
/// with two shuffles for each join. From then on lane l is row l, and vectors are joined without shuffles.
/// The blocks of a larger node are read in a loop, alternately at four places. In the end the lanes of the
/// result are transposed and joined in the same way. A CPU does not predict loads that go from row to row, so
/// later blocks are prefetched; without prefetching, rows of one cache line are better than longer ones
/// (docs/notes/host.md).
template <class Acc, class Leaves, class Join>
struct lane_fold {
    using shuffles = lane_shuffles<Acc>;
    using members = typename shuffles::members;
    using number = typename shuffles::number;
    static constexpr int quads = quads_of_vector;
    static constexpr int Quad = shuffles::Quad;
    static constexpr int lanes = Quad * quads;
    static constexpr int row = asks_ahead<Leaves> ? 16 : 64 / sizeof(number);
    static constexpr int block = row * lanes;
    static constexpr int least = Quad * lanes;
    static constexpr index_t max_blocks = 64;
    static constexpr int places = 4;  // docs/notes/host.md, "Four places of memory"
    using vec = typename members::template in<typename vector_of<number, std::size_t{lanes}>::type>;
    using quad = typename members::template in<typename vector_of<number, std::size_t{Quad}>::type>;

    const Leaves& leaves;
    const Join& join;

    /// The node of `count` leaves, a power of two, at least `least`.
    Acc node(index_t begin, index_t count) const {
        if (count == 0) return Acc();  // never, as in fold_arrays: if no leaf returns
        if (count <= block) return within_block<row>(begin, count);
        Acc root[std::size_t{places}];
        if (count < Quad * block) {
            Acc left = node(begin, count / 2);
            return join(std::move(left), node(begin + count / 2, count / 2));
        }
        if (count <= max_blocks * block) {
            in_turn(begin, count, 1, root);
            return root[0];
        }
        side_by_side(begin, count / places, count / places, root);
        // fault: places-in-turn
        return across(root, std::make_index_sequence<std::size_t{places}>());
    }

  protected:
    template <class Vec>
    IMPULSE_ALWAYS_INLINE Vec each(const Vec& left, const Vec& right) const {
        return shuffles::opaque(
            detail::join_lanes<Acc, Join>(shuffles::opaque(left), shuffles::opaque(right)));
    }

    template <class Vec>
    IMPULSE_ALWAYS_INLINE Vec neighbours(const Vec& a, const Vec& b) const {
        return each(shuffles::template pick<0>(a, b), shuffles::template pick<1>(a, b));
    }
    /// The nodes of each quad of `Count` vectors, one after another.
    template <int Count, class Vec>
    IMPULSE_ALWAYS_INLINE Vec reduced(const Vec* of) const {
        if constexpr (Count == 1) {
            return *of;
        } else {
            const Vec a = reduced<Count / 2>(of);
            return neighbours(a, reduced<Count / 2>(of + Count / 2));
        }
    }
    IMPULSE_ALWAYS_INLINE quad halves(const vec& v) const {
        if constexpr (quads == 2)
            return each(shuffles::template half<0, quad>(v), shuffles::template half<1, quad>(v));
        else
            return v;
    }

    /// Reads contiguous leaves from `first` on.
    template <class Vec, std::size_t... Index>
    IMPULSE_ALWAYS_INLINE Vec read(index_t first, std::index_sequence<Index...>) const {
        const Acc some[] = {leaves[first + static_cast<index_t>(Index)]...};
        // Opaque, otherwise clang reads single items.
        return shuffles::opaque(shuffles::template filled<Vec>(some[Index]...));
    }
    template <class Vec>
    IMPULSE_ALWAYS_INLINE Vec read(index_t first) const {
        if constexpr (std::is_same_v<Vec, vec> && reads_vectors<Leaves>)
            return detail::opaque_vector(leaves.vector(first));
        else
            return read<Vec>(first, std::make_index_sequence<lanes * sizeof(Vec) / sizeof(vec)>());
    }
    /// Reads Q rows, each with as many items as a vector has, and transposes them; the upper quad of a vector
    /// continues the lower one.
    template <class Vec, int Stride, int Rows = Quad>
    IMPULSE_ALWAYS_INLINE Vec transposed(index_t first) const {
        if constexpr (Rows == 1) {
            return read<Vec>(first);
        } else {
            const Vec a = transposed<Vec, Stride, Rows / 2>(first);
            return neighbours(a, transposed<Vec, Stride, Rows / 2>(first + Rows / 2 * Stride));
        }
    }
    /// Reads `Columns` quads of every row; lane l has row l.
    template <int Stride, int Columns>
    IMPULSE_ALWAYS_INLINE vec rows(index_t first) const {
        if constexpr (quads == 1 && Columns == 1) {
            return transposed<vec, Stride>(first);
        } else if constexpr (Columns == 1) {
            const quad a = transposed<quad, Stride>(first);
            return shuffles::template joined<vec>(a, transposed<quad, Stride>(first + Quad * Stride));
        } else if constexpr (quads == 2 && Columns == 2) {
            const vec a = transposed<vec, Stride>(first);
            const vec b = transposed<vec, Stride>(first + Quad * Stride);
            // fault: quads-of-halves
            return each(shuffles::template quads_of<0>(a, b), shuffles::template quads_of<1>(a, b));
        } else {
            const vec a = rows<Stride, Columns / 2>(first);
            return each(a, rows<Stride, Columns / 2>(first + Columns / 2 * Quad));
        }
    }
    template <std::size_t... Lane>
    IMPULSE_ALWAYS_INLINE Acc across(const Acc* value, std::index_sequence<Lane...>) const {
        constexpr std::size_t half = sizeof...(Lane) / 2;
        if constexpr (half == 0) {
            return value[0];
        } else {
            constexpr auto part = std::make_index_sequence<half>();
            Acc left = across(value, part);
            return join(std::move(left), across(value + half, part));
        }
    }

    template <int Stride>
    IMPULSE_ALWAYS_INLINE Acc one(index_t first) const {
        Acc value[std::size_t{lanes}];
        shuffles::template store<lanes>(rows<Stride, Stride / Quad>(first), value);
        return across(value, std::make_index_sequence<std::size_t{lanes}>());
    }

    template <int Stride>
    Acc within_block(index_t begin, index_t count) const {
        if constexpr (Stride > Quad) {
            if (count < Stride * lanes) return within_block<Stride / 2>(begin, count);
        }
        return one<Stride>(begin);
    }

    /// The nodes of `count` leaves at each place; the places are `apart` leaves from each other.
    void side_by_side(index_t begin, index_t apart, index_t count, Acc* root) const {
        if (count <= max_blocks * block) return in_turn(begin, count, places, root, apart);
        Acc right[std::size_t{places}];
        side_by_side(begin, apart, count / 2, root);
        side_by_side(begin + count / 2, apart, count / 2, right);
        for (int p = 0; p < places; ++p) root[p] = join(std::move(root[p]), std::move(right[p]));
    }

    /// The same at the first `read` places, for Q to `max_blocks` blocks.
    __attribute__((noinline)) void in_turn(index_t begin, index_t count, int read, Acc* root,
                                           index_t apart = 0) const {
        const index_t blocks = count / block;
        vec of[places * max_blocks];
        asm("" : "=m"(of));  // no code; otherwise g++ 13 warns that they are uninitialized
        for (index_t i = 0; i < blocks; ++i)
            for (int p = 0; p < read; ++p) {
                const index_t first = begin + p * apart + i * block;
                if constexpr (asks_ahead<Leaves>) leaves.ask_ahead(first, block);
                of[p * max_blocks + i] = rows<row, row / Quad>(first);
            }
        for (int p = 0; p < read; ++p) root[p] = above(of + p * max_blocks, blocks);
    }

    /// The node above `remaining` blocks.
    Acc above(const vec* of, index_t remaining) const {
        remaining /= Quad;
        quad nodes[std::size_t{max_blocks / Quad}];
        nodes[0] = halves(reduced<Quad>(of));
        for (index_t i = 1; i < remaining; ++i) nodes[i] = halves(reduced<Quad>(of + i * Quad));
        for (; remaining >= Quad; remaining /= Quad)
            // fault: quads-in-a-row
            for (index_t i = 0; i < remaining / Quad; ++i) nodes[i] = reduced<Quad>(nodes + i * Quad);
        const auto node_of = [&](const quad& v) {
            Acc value[std::size_t{Quad}];
            shuffles::template store<Quad>(v, value);
            return across(value, std::make_index_sequence<std::size_t{Quad}>());
        };
        Acc root = node_of(nodes[0]);
        if (remaining < 2) return root;
        return join(std::move(root), node_of(nodes[1]));
    }
};

/// Rows of numbers as vectors, and their join; lane l of row k has `rows.leaf(first + l, k)`.
/// A vector is `Quads` times 16 bytes.
template <class Acc, class Rows, class Join, int Quads = quads_of_vector>
struct lane_rows {
    static constexpr int lanes = 16 * Quads / int{sizeof(Acc)};
    static constexpr bool is_cheap = false;  // this is a vector, not one of its lanes
    typedef Acc vec __attribute__((vector_size(16 * Quads)));
    const Rows& rows;
    int first = 0;

    /// The node of `Count` rows, a power of two.
    template <int Count>
    IMPULSE_ALWAYS_INLINE vec node(index_t k) const {
        if constexpr (Count == 1) {
            return (*this)[k];
        } else {
            const vec left = node<Count / 2>(k);
            return (*this)(left, node<Count / 2>(k + Count / 2));
        }
    }
    /// The same for `count` rows, at least 16, in a function.
    vec node(index_t k, index_t count) const {
        if (count <= 16) return node<16>(k);
        const vec left = node(k, count / 2);
        // fault: halves-of-rows
        return (*this)(left, node(k + count / 2, count / 2));
    }
    IMPULSE_ALWAYS_INLINE vec operator[](index_t k) const {
        if constexpr (requires { rows.template vector<vec>(first, k); })
            return rows.template vector<vec>(first, k);
        else
            return read(k, std::make_index_sequence<std::size_t{lanes}>());
    }
    IMPULSE_ALWAYS_INLINE vec operator()(const vec& left, const vec& right) const {
        return detail::join_lanes<Acc, Join>(left, right);
    }
    /// Reads only the first `count` lanes.
    vec some(index_t k, int count) const {
        vec v{};
        // fault: some-lanes
        for (int l = 0; l < count; ++l) v[l] = rows.leaf(first + l, k);
        return v;
    }

  private:
    template <std::size_t... Lane>
    IMPULSE_ALWAYS_INLINE vec read(index_t k, std::index_sequence<Lane...>) const {
        return vec{rows.leaf(first + static_cast<int>(Lane), k)...};
    }
};

#else
template <class Acc, class Leaves, class Join>
struct lane_fold;
template <class Acc, class Rows, class Join, int Quads = 1>
struct lane_rows;
#endif

}  // namespace impulse::detail
