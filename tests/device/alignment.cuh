// SPDX-License-Identifier: Apache-2.0
// Items of any size that begin at every offset from a 16-byte boundary that their type allows.
//
// The memory ends with the last item and begins at a 16-byte boundary, so memcheck finds reads after the
// items and, at offset 0, reads before them. The bytes before the first item are poison: a read of them
// changes the result.
#pragma once

#include "tree.cuh"

#include <algorithm>

namespace gpu {

/// `Size` bytes in units, with at least their alignment.
template <int Size, class Unit, int Align = alignof(Unit)>
struct alignas(Align) block_of {
    Unit part[Size / sizeof(Unit)];
};

/// Neither associative nor commutative, for blocks of any size: each unit affects the next.
struct mix_blocks {
    template <int Size, class Unit, int Align>
    IMPULSE_SHARED block_of<Size, Unit, Align> operator()(const block_of<Size, Unit, Align>& a,
                                                          const block_of<Size, Unit, Align>& b) const {
        constexpr int count = Size / static_cast<int>(sizeof(Unit));
        constexpr int bits = 8 * static_cast<int>(sizeof(Unit));
        block_of<Size, Unit, Align> c;
        Unit carry = 1;
        for (int i = 0; i < count; ++i) {
            const auto turned = static_cast<Unit>(b.part[i] << 3 | b.part[i] >> (bits - 3));
            carry = c.part[i] = static_cast<Unit>(3 * a.part[i] + turned + (carry ^ static_cast<Unit>(i)));
        }
        return c;
    }
};

template <class Block>
struct make_block;
template <int Size, class Unit, int Align>
struct make_block<block_of<Size, Unit, Align>> {
    IMPULSE_SHARED block_of<Size, Unit, Align> operator()(index_t i) const {
        block_of<Size, Unit, Align> made;
        for (int k = 0; k < Size / static_cast<int>(sizeof(Unit)); ++k)
            made.part[k] = static_cast<Unit>(support::scatter(static_cast<std::uint64_t>(256 * i + k)));
        return made;
    }
};

/// One block; several blocks that meet by a ticket; subtrees of one tile.
inline const std::vector<impulse::shape>& small_grids() {
    static const std::vector<impulse::shape> all{
        {.blocks = 1, .threads = 64}, {.blocks = 3, .threads = 64}, {.threads = 32, .items = 1}, {}};
    return all;
}

/// Sizes around the items that a lane, a warp and a few warps take at once. They are small, because every
/// size is tested at every offset.
template <int Size, class Unit, int Align = alignof(Unit)>
void check_alignments() {
    using block = block_of<Size, Unit, Align>;
    const make_block<block> make;
    const mix_blocks op;
    const block init = make(-1);
    auto random = support::random_source(201);
    const index_t tile = std::max<index_t>(32, 2048 / Size);
    std::vector<index_t> sizes{
        0, 1, 2, 3, 5, 31, 33, tile - 1, tile, tile + 1, 2 * tile + 3, 7 * tile - 1, 8 * tile};
    sizes.push_back(support::random_between(random, 1, 4 * tile));
    sizes.push_back(support::random_between(random, 4 * tile, 40 * tile));
    std::sort(sizes.begin(), sizes.end());
    const auto items = support::make_items(sizes.back(), make);
    const auto expected = tree_folds(make, sizes, init, op);
    for (std::size_t offset = 0; offset < 16; offset += alignof(block))
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::size_t bytes = static_cast<std::size_t>(sizes[i]) * sizeof(block);
            const memory exact(offset + bytes);
            exact.upload(offset, items.data(), bytes);
            const block* const first = reinterpret_cast<const block*>(exact.at(offset));
            for (const impulse::shape& shape : small_grids()) {
                CAPTURE(offset);
                const auto how = impulse::last_block.on(impulse::device).tune(shape);
                const block got = impulse::reduce(how, first, first + sizes[i], init, op);
                check_equal(describe("last_block", shape), sizes[i], same_bits(got, expected[i]));
            }
        }
}

}  // namespace gpu
