// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces each column of a row-major matrix to a value, by tiles of adjacent columns.
#pragma once

#include "matrix.hpp"

#include <impulse/group_reduce.hpp>

namespace exercises {

/// One block for each tile of adjacent columns, which adjacent threads read together. The block has `width`
/// columns of threads, and as many slices of the rows as `lanes` has ranks. The partials of a column's slices
/// meet in shared memory, and one group of lanes joins them and calls finish(column, value).
///
/// \param lanes a warp, or a part of a warp; the block is a whole number of them
/// \param shared space for one value for each thread
/// \param item item(row, column) gives the value to add
IMPULSE_NO_EXEC_CHECK
template <class Block, class Lanes, class Value, class T, class Op, class Item, class Finish>
IMPULSE_SHARED void for_each_column(Block& block, const Lanes& lanes, Value* shared, const matrix<T>& m,
                                    const Value& zero, const Op& add, const Item& item,
                                    const Finish& finish) {
    constexpr int ahead = 4;
    const int slices = Lanes::width;
    const int width = block.size() / slices;
    const int x = block.rank() % width;
    const int slice = block.rank() / width;
    for (index_t begin = block.grid_rank() * width; begin < m.columns; begin += block.grid_size() * width) {
        Value sum = zero;
        if (begin + x < m.columns) {
            index_t row = slice;
            for (; row + (ahead - 1) * slices < m.rows; row += ahead * slices) {
                Value loaded[ahead];  // all loads come before the first addition, so this many are in flight
                for (int i = 0; i < ahead; ++i) loaded[i] = item(row + i * slices, begin + x);
                for (const Value& each : loaded) sum = static_cast<Value>(add(sum, each));
            }
            for (; row < m.rows; row += slices) sum = static_cast<Value>(add(sum, item(row, begin + x)));
        }
        shared[x * slices + slice] = sum;
        block.sync();
        const auto joined = static_cast<Value>(impulse::group_reduce(lanes, shared[block.rank()], add));
        const index_t column = begin + block.rank() / slices;
        if (lanes.rank() == 0 && column < m.columns) finish(column, joined);
        block.sync();
    }
}

}  // namespace exercises
