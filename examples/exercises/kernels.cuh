// SPDX-License-Identifier: Apache-2.0
/// \file
/// The exercises as kernels: each kernel makes the groups of its block and calls the body.
#pragma once

#include "column_means.hpp"
#include "dot.hpp"
#include "matrix_vector.hpp"

#include <impulse/groups.cuh>

#include <algorithm>

namespace exercises {

template <class T>
__global__ void mean_of_column_kernel(matrix<T> m, double* means) {
    __shared__ impulse::block_storage<double> storage;
    impulse::block block(storage);
    mean_of_column(block, m, means);
}

/// Tiles are 32 columns wide; further blocks would have no tile.
inline unsigned blocks_for_tiles(index_t columns) {
    return static_cast<unsigned>((std::min)((columns + 31) / 32, index_t{1056}));
}

/// Blocks have 256 threads: 32 columns, so that a row of a tile has 128 bytes of float, times 8 slices.
template <class T>
__global__ void means_of_columns_kernel(matrix<T> m, double* means) {
    __shared__ impulse::block_storage<double> storage;
    __shared__ double shared[256];
    impulse::block block(storage);
    means_of_columns(block, impulse::sub_warp<8>{}, shared, m, means);
}

template <class Semiring, class T>
__global__ void matrix_times_vector_kernel(Semiring ring, matrix<T> a, const T* x, T* y) {
    __shared__ impulse::block_storage<T> storage;
    impulse::block block(storage);
    matrix_times_vector(block, ring, a, x, y);
}

/// Blocks have 256 threads, as in means_of_columns_kernel.
template <class Semiring, class T>
__global__ void vector_times_matrix_kernel(Semiring ring, matrix<T> a, const T* x, T* y) {
    __shared__ impulse::block_storage<T> storage;
    __shared__ T shared[256];
    impulse::block block(storage);
    vector_times_matrix(block, impulse::sub_warp<8>{}, shared, ring, a, x, y);
}

template <class T>
__global__ void dot_kernel(const T* x, const T* y, index_t n, T* of_blocks) {
    __shared__ impulse::block_storage<T> storage;
    impulse::block block(storage);
    dot_of_block(block, x, y, n, of_blocks);
}

}  // namespace exercises
