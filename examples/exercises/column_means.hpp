// SPDX-License-Identifier: Apache-2.0
/// \file The mean of each column of a matrix, in two ways. Bodies of a block: of a GPU's, or of any other
/// that groups can be made of.
#pragma once

#include "matrix.hpp"

#include <impulse/group_reduce.hpp>
#include <impulse/iterators.hpp>

namespace exercises {

/// A block for each column, as a seminar sets it. Neighbouring threads read items that lie a row apart: every
/// item costs a memory sector of 32 bytes of its own.
IMPULSE_NO_EXEC_CHECK
template <class Block, class T>
IMPULSE_SHARED void mean_of_column(Block& block, const matrix<T>& m, double* means) {
    for (index_t column = block.grid_rank(); column < m.columns; column += block.grid_size()) {
        const auto first = impulse::strided(m.items + column, m.columns);
        const double sum = impulse::joint_reduce(block, first, first + m.rows, 0.0, impulse::plus{});
        if (block.rank() == 0) means[column] = sum / static_cast<double>(m.rows);
    }
}

/// A block for each tile of neighbouring columns, which neighbouring threads read together. Its threads are
/// `width` columns times as many slices of the rows as `lanes` has ranks. The slices of a column meet in
/// shared memory, side by side, and are joined by one group of lanes.
///
/// \param lanes a part of a warp, or a warp, of which the block is a whole number
/// \param shared room for a value of each thread
IMPULSE_NO_EXEC_CHECK
template <class Block, class Lanes, class T>
IMPULSE_SHARED void means_of_columns(Block& block, const Lanes& lanes, double* shared, const matrix<T>& m,
                                     double* means) {
    const int slices = Lanes::width;
    const int width = block.size() / slices;
    const int x = block.rank() % width;
    const int slice = block.rank() / width;
    for (index_t begin = block.grid_rank() * width; begin < m.columns; begin += block.grid_size() * width) {
        double sum = 0;
        if (begin + x < m.columns)
            for (index_t row = slice; row < m.rows; row += slices)
                sum += static_cast<double>(m(row, begin + x));
        shared[x * slices + slice] = sum;
        block.sync();
        const double joined = impulse::group_reduce(lanes, shared[block.rank()], impulse::plus{});
        const index_t column = begin + block.rank() / slices;
        if (lanes.rank() == 0 && column < m.columns) means[column] = joined / static_cast<double>(m.rows);
        block.sync();
    }
}

}  // namespace exercises
