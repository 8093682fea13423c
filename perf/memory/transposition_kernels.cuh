// SPDX-License-Identifier: Apache-2.0
/// \file
/// A matrix is moved: as it is, or turned over, by threads that go along its rows or down its columns.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace perf::transposition {

constexpr int side = 1 << 14;
constexpr std::int64_t items = std::int64_t{side} * side;

__device__ inline int by_rows(int x, int y) { return y * side + x; }
__device__ inline int by_columns(int x, int y) { return x * side + y; }

enum class along { rows, columns };

template <along Way>
__device__ int at(int x, int y) {
    return Way == along::rows ? by_rows(x, y) : by_columns(x, y);
}

constexpr int edge = 16;  // the book's blocks are squares of this edge

/// Each thread moves `Unrolled` items, an edge apart. With `Diagonal` neighbouring blocks lie on a diagonal
/// of the matrix: once this kept them off the same part of the memory.
template <along Load, along Store, int Unrolled, bool Diagonal>
__global__ void move(const int* from, int* to) {
    const unsigned column = Diagonal ? (blockIdx.x + blockIdx.y) % gridDim.x : blockIdx.x;
    const unsigned row = Diagonal ? blockIdx.x : blockIdx.y;
    const int x = static_cast<int>(column * Unrolled * edge + threadIdx.x);
    const int y = static_cast<int>(row * edge + threadIdx.y);
    int loaded[Unrolled];
#pragma unroll
    for (int k = 0; k < Unrolled; ++k) loaded[k] = from[at<Load>(x + k * edge, y)];
#pragma unroll
    for (int k = 0; k < Unrolled; ++k) to[at<Store>(x + k * edge, y)] = loaded[k];
}

constexpr int tile = 32;
constexpr int tile_rows = 8;  // of threads

/// A tile is loaded and stored along rows, and turned over in between. The word more in each of its rows puts
/// a column into 32 banks.
__global__ void move_by_tiles(const int* from, int* to) {
    __shared__ int cells[tile][tile + 1];
    const int lane = static_cast<int>(threadIdx.x);
    const int first = static_cast<int>(threadIdx.y);
    const int left = static_cast<int>(blockIdx.x) * tile;
    const int top = static_cast<int>(blockIdx.y) * tile;
#pragma unroll
    for (int y = first; y < tile; y += tile_rows) cells[y][lane] = from[by_rows(left + lane, top + y)];
    __syncthreads();
#pragma unroll
    for (int y = first; y < tile; y += tile_rows) to[by_rows(top + lane, left + y)] = cells[lane][y];
}

}  // namespace perf::transposition
