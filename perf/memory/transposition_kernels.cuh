// SPDX-License-Identifier: Apache-2.0
// Kernels that copy a matrix or transpose it, by threads that go along its rows or along its columns.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace perf::transposition {

__device__ inline int by_rows(int x, int y, int side) { return y * side + x; }
__device__ inline int by_columns(int x, int y, int side) { return x * side + y; }

enum class along { rows, columns };

template <along Way>
__device__ int at(int x, int y, int side) {
    return Way == along::rows ? by_rows(x, y, side) : by_columns(x, y, side);
}

using kernel = void (*)(const int* from, int* to, int side);  // `side` is a multiple of the block's edge

constexpr int edge = 16;  // the book's blocks are squares with this edge

/// Each thread moves `Unrolled` items, which are an edge apart. With `Diagonal`, neighbouring blocks are on a
/// diagonal of the matrix: on old cards this spread them over the partitions of the memory.
template <along Load, along Store, int Unrolled, bool Diagonal>
__global__ void move(const int* from, int* to, int side) {
    const unsigned column = Diagonal ? (blockIdx.x + blockIdx.y) % gridDim.x : blockIdx.x;
    const unsigned row = Diagonal ? blockIdx.x : blockIdx.y;
    const int x = static_cast<int>(column * Unrolled * edge + threadIdx.x);
    const int y = static_cast<int>(row * edge + threadIdx.y);
    int loaded[Unrolled];
#pragma unroll
    for (int k = 0; k < Unrolled; ++k) loaded[k] = from[at<Load>(x + k * edge, y, side)];
#pragma unroll
    for (int k = 0; k < Unrolled; ++k) to[at<Store>(x + k * edge, y, side)] = loaded[k];
}

constexpr int tile = 32;
constexpr int tile_rows = 8;  // of threads

/// A tile is loaded and stored along rows, and transposed in between. One extra word in each row spreads a
/// column over the 32 banks.
__global__ void move_by_tiles(const int* from, int* to, int side) {
    __shared__ int cells[tile][tile + 1];
    const int lane = static_cast<int>(threadIdx.x);
    const int first = static_cast<int>(threadIdx.y);
    const int left = static_cast<int>(blockIdx.x) * tile;
    const int top = static_cast<int>(blockIdx.y) * tile;
#pragma unroll
    for (int y = first; y < tile; y += tile_rows) cells[y][lane] = from[by_rows(left + lane, top + y, side)];
    __syncthreads();
#pragma unroll
    for (int y = first; y < tile; y += tile_rows) to[by_rows(top + lane, left + y, side)] = cells[lane][y];
}

/// One of the kernels, and its launch.
struct variant {
    kernel run;
    int block_width;   ///< items that a block moves along x
    int block_height;  ///< items that a block moves along y
    dim3 threads;
    bool turns;  ///< the matrix is transposed

    void operator()(const int* from, int* to, int side, cudaStream_t stream) const {
        run<<<dim3(side / block_width, side / block_height), threads, 0, stream>>>(from, to, side);
    }
};

template <along Load, along Store, int Unrolled = 1, bool Diagonal = false>
constexpr variant moves() {
    return {move<Load, Store, Unrolled, Diagonal>, edge * Unrolled, edge, dim3(edge, edge), Load != Store};
}
constexpr variant moves_by_tiles() { return {move_by_tiles, tile, tile, dim3(tile, tile_rows), true}; }

/// Counts the items that are in a wrong place.
__global__ void count_misplaced(const int* from, const int* to, int side, bool turned, unsigned* wrong) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    const std::int64_t items = std::int64_t{side} * side;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < items; i += step)
        if (to[i] != from[turned ? i % side * side + i / side : i]) atomicAdd(wrong, 1u);
}

}  // namespace perf::transposition
