// SPDX-License-Identifier: Apache-2.0
//
// The transposition of a matrix, in the variants by which Cheng, Grossman and McKercher, "Professional CUDA C
// Programming", chapters 4 and 5, frame it: copies bound it from above and below, then either the loads or
// the stores go down columns. Beside them Impulse sums the rows and the columns of the same matrix: a
// reduction reads both ways too, but has next to nothing to store.
#include <memory/transposition_kernels.cuh>

#include <impulse/layouts.hpp>
#include <memory/families.hpp>
#include <memory/library.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

using namespace transposition;

/// Counts the items that are not what the rule says.
__global__ void count_wrong(const int* from, const int* to, bool turned, unsigned* wrong) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < items; i += step)
        if (to[i] != from[turned ? i % side * side + i / side : i]) atomicAdd(wrong, 1u);
}

/// Likewise: the sums of lines, each of which is summed by one thread.
__global__ void count_wrong_sums(const int* from, along way, const int* sums, unsigned* wrong) {
    const int line = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int sum = 0;
    for (int i = 0; i < side; ++i) sum += from[way == along::rows ? by_rows(i, line) : by_columns(i, line)];
    if (sum != sums[line]) atomicAdd(wrong, 1u);
}

row moving_row(const char* name, const char* lesson, bool turned, void (*kernel)(const int*, int*),
               dim3 blocks, dim3 threads) {
    const auto make = [=](const int* from, int* to) -> work {
        return [=] {
            kernel<<<blocks, threads, 0, lab::instance().stream()>>>(from, to);
            check(cudaGetLastError(), "moving a matrix");
        };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_wrong<<<2048, 256>>>(from, to, turned, wrong);
    };
    return {std::string("transposition/") + name, lesson, items, 8. * items, 8. * items, [=] {
                return checked_seconds(items, items, make, compare);
            }};
}

template <along Load, along Store, int Unrolled = 1, bool Diagonal = false>
row moved(const char* name, const char* lesson) {
    return moving_row(name, lesson, Load != Store, move<Load, Store, Unrolled, Diagonal>,
                      dim3(side / edge / Unrolled, side / edge), dim3(edge, edge));
}

row by_tiles(const char* name, const char* lesson) {
    return moving_row(name, lesson, true, move_by_tiles, dim3(side / tile, side / tile),
                      dim3(tile, tile_rows));
}

template <class Lines>
row summed(const char* name, const char* lesson, along way, Lines lines) {
    const auto make = [=](const int* from, int* to) {
        return call_of(impulse::reduce_into, lines(impulse::matrix_view{from, side, side}), to, 0,
                       impulse::plus{});
    };
    const auto compare = [=](const int* from, const int* sums, unsigned* wrong) {
        count_wrong_sums<<<side / 64, 64>>>(from, way, sums, wrong);
    };
    return {std::string("transposition/") + name, lesson, items, 4. * items, 4. * items, [=] {
                return checked_seconds(items, side, make, compare);
            }};
}

}  // namespace

rows transpositions() {
    constexpr auto rows = along::rows;
    constexpr auto columns = along::columns;
    return {
        moved<rows, rows>("copy by rows", "nothing is turned over: the bound from above"),
        moved<columns, columns>("copy by columns", "both ways down the columns: the bound from below"),
        moved<rows, columns>("rows to columns",
                             "loaded by rows, stored by columns: parts of sectors are written"),
        moved<columns, rows>("columns to rows",
                             "loaded by columns: the caches keep the rest of each sector until it is wanted"),
        moved<rows, columns, 4>("rows to columns, unrolled by 4", "four loads in flight a thread"),
        moved<columns, rows, 4>("columns to rows, unrolled by 4", "four loads in flight a thread"),
        moved<rows, columns, 1, true>("rows to columns, diagonal", "neighbouring blocks on a diagonal"),
        moved<columns, rows, 1, true>("columns to rows, diagonal", "neighbouring blocks on a diagonal"),
        by_tiles("by tiles", "turned over in shared memory: both ways along rows"),
        summed("sums of rows", "impulse::rows: what a reduction has of the order of rows", rows,
               [](const auto& m) { return impulse::rows(m); }),
        summed("sums of columns", "impulse::columns: the same memory, read down its columns, 32 at a time",
               columns, [](const auto& m) { return impulse::columns(m); }),
    };
}

}  // namespace perf
