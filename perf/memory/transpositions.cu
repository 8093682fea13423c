// SPDX-License-Identifier: Apache-2.0
//
// The transposition of a matrix, after Cheng, Grossman and McKercher, "Professional CUDA C Programming",
// chapters 4 and 5. Copies give the upper and the lower bound; then either the loads or the stores go along
// columns. Beside them Impulse sums the rows and the columns of the same matrix: a reduction also reads along
// both, but writes almost nothing.
#include <memory/transposition_kernels.cuh>

#include <impulse/layouts.hpp>
#include <memory/families.hpp>
#include <memory/library.cuh>
#include <memory/results.cuh>

namespace perf {

namespace {

using namespace transposition;

constexpr int side = 1 << 14;
constexpr std::int64_t items = std::int64_t{side} * side;

/// Counts the wrong sums of rows or columns. One thread computes each sum.
__global__ void count_wrong_sums(const int* from, along way, const int* sums, unsigned* wrong) {
    const int line = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int sum = 0;
    for (int i = 0; i < side; ++i)
        sum += from[way == along::rows ? by_rows(i, line, side) : by_columns(i, line, side)];
    if (sum != sums[line]) atomicAdd(wrong, 1u);
}

row moved(const char* name, const char* lesson, const variant& by) {
    const auto make = [=](const int* from, int* to) -> work {
        return [=] {
            by(from, to, side, lab::instance().stream());
            check(cudaGetLastError(), "moving a matrix");
        };
    };
    const auto compare = [=](const int* from, const int* to, unsigned* wrong) {
        count_misplaced<<<2048, 256>>>(from, to, side, by.turns, wrong);
    };
    return {std::string("transposition/") + name, lesson, items, 8. * items, 8. * items, [=] {
                return checked_seconds(items, items, make, compare);
            }};
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
        moved("copy by rows", "nothing is turned over: the bound from above", moves<rows, rows>()),
        moved("copy by columns", "both ways down the columns: the bound from below",
              moves<columns, columns>()),
        moved("rows to columns", "loaded by rows, stored by columns: parts of sectors are written",
              moves<rows, columns>()),
        moved("columns to rows",
              "loaded by columns: the caches keep the rest of each sector until it is wanted",
              moves<columns, rows>()),
        moved("rows to columns, unrolled by 4", "four loads in flight a thread", moves<rows, columns, 4>()),
        moved("columns to rows, unrolled by 4", "four loads in flight a thread", moves<columns, rows, 4>()),
        moved("rows to columns, diagonal", "neighbouring blocks on a diagonal",
              moves<rows, columns, 1, true>()),
        moved("columns to rows, diagonal", "neighbouring blocks on a diagonal",
              moves<columns, rows, 1, true>()),
        moved("by tiles", "turned over in shared memory: both ways along rows", moves_by_tiles()),
        summed("sums of rows", "impulse::rows: what a reduction has of the order of rows", rows,
               [](const auto& m) { return impulse::rows(m); }),
        summed("sums of columns", "impulse::columns: the same memory, read down its columns, 32 at a time",
               columns, [](const auto& m) { return impulse::columns(m); }),
    };
}

}  // namespace perf
