// SPDX-License-Identifier: Apache-2.0
/// \file
/// The mean of each column of a matrix, in two ways. The functions are bodies of a block, on a GPU or
/// elsewhere.
#pragma once

#include "tiles.hpp"

#include <impulse/iterators.hpp>

namespace exercises {

/// One block for each column, as in a course exercise. Adjacent threads read items that are a row apart, so
/// every item costs a whole memory sector of 32 bytes.
IMPULSE_NO_EXEC_CHECK
template <class Block, class T>
IMPULSE_SHARED void mean_of_column(Block& block, const matrix<T>& m, double* means) {
    for (index_t column = block.grid_rank(); column < m.columns; column += block.grid_size()) {
        const auto first = impulse::strided(m.items + column, m.columns);
        const double sum = impulse::joint_reduce(block, first, first + m.rows, 0.0, impulse::plus{});
        if (block.rank() == 0) means[column] = sum / static_cast<double>(m.rows);
    }
}

/// The same by tiles. `shared` has space for one value for each thread.
IMPULSE_NO_EXEC_CHECK
template <class Block, class Lanes, class T>
IMPULSE_SHARED void means_of_columns(Block& block, const Lanes& lanes, double* shared, const matrix<T>& m,
                                     double* means) {
    exercises::for_each_column(
        block, lanes, shared, m, 0.0, impulse::plus{},
        [&m](index_t row, index_t column) { return static_cast<double>(m(row, column)); },
        [&](index_t column, double sum) { means[column] = sum / static_cast<double>(m.rows); });
}

}  // namespace exercises
