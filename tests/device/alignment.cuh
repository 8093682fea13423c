// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items of any size that begin at every offset from a 16-byte boundary that their type allows.
///
/// The memory ends with the last item and begins at a 16-byte boundary, so that memcheck sees what is read behind
/// them (and, at offset 0, before them); the bytes before the first item are poison, which shows in the result.
#pragma once

#include "order.cuh"

#include <values.hpp>

namespace gpu {

/// Around a tile and a few of them; small, as every size meets every offset.
template <class Acc, class T, class Op>
std::vector<index_t> sizes_around_tiles(unsigned long long salt) {
    constexpr index_t tile = impulse::tile_items<Acc, impulse::contiguous_source<T>, Op>(32);
    auto random = support::random_source(salt);
    std::vector<index_t> all{
        0, 1, 2, 3, 5, 31, 33, tile - 1, tile, tile + 1, 2 * tile + 3, 7 * tile - 1, 8 * tile};
    all.push_back(support::random_between(random, 1, 4 * tile));
    all.push_back(support::random_between(random, 4 * tile, 40 * tile));
    std::sort(all.begin(), all.end());
    return all;
}

/// One block, several that meet by a ticket, and fetches of one tile.
template <class F>
void for_each_small_grid(const F& f) {
    f(std::string("last_block"), impulse::last_block.tune({.blocks = 1, .threads = 64}));
    f(std::string("last_block"), impulse::last_block.tune({.blocks = 3, .threads = 64}));
    f(std::string("work_queue"), impulse::work_queue.tune({.blocks = 3, .threads = 32, .items = 1}));
}

template <class T, class Op>
void check_alignments(const Op& op, unsigned long long salt) {
    const support::make_value<T> make{support::seed()};
    const T init = make(-1);
    const auto all = sizes_around_tiles<T, T, Op>(salt);
    const auto items = support::make_items(all.back(), make);
    const auto expected = serial_folds(items, all, init, op);
    for (std::size_t offset = 0; offset < 16; offset += alignof(T))
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::size_t bytes = static_cast<std::size_t>(all[i]) * sizeof(T);
            const memory exact(offset + bytes);
            exact.upload(offset, items.data(), bytes);
            const T* const first = reinterpret_cast<const T*>(exact.at(offset));
            for_each_small_grid([&](const std::string& name, const auto& policy) {
                CAPTURE(offset);
                const T got = impulse::reduce(policy.on(impulse::device), first, first + all[i], init, op);
                check_equal(name, all[i], got == expected[i]);
            });
        }
}

template <int Size, int Align>
void check_alignments_of_size() {
    check_alignments<support::value_of_size<Size, Align>>(support::compose{}, 201);
    check_alignments<support::bytes<Size, Align>>(impulse::commutative(support::add_bytes{}), 202);
}

}  // namespace gpu
