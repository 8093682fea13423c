// SPDX-License-Identifier: Apache-2.0
/// \file
/// The classic dot product: each block reduces a share of the vectors, and the CPU adds the results of the
/// blocks. `impulse::dot` does all of it in one call.
#pragma once

#include <impulse/group_reduce.hpp>

namespace exercises {

using impulse::index_t;

IMPULSE_NO_EXEC_CHECK
template <class Block, class T>
IMPULSE_SHARED void dot_of_block(Block& block, const T* x, const T* y, index_t n, T* of_blocks) {
    const impulse::interval share = impulse::even_split::of(n, block.grid_size()).share(block.grid_rank());
    const auto products =
        impulse::zipped(impulse::contiguous(x, n), impulse::contiguous(y, n), impulse::multiplies{});
    const T sum = impulse::joint_reduce(block, products, share, T{0}, impulse::plus{});
    if (block.rank() == 0) of_blocks[block.grid_rank()] = sum;
}

}  // namespace exercises
