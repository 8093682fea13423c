// SPDX-License-Identifier: Apache-2.0
/// \file
/// The kernels beside the ladder's rungs: the roofs, one reduction in every shape, the transposition of a
/// matrix.
#include "../gpu.cuh"

#include <doctest/doctest.h>

#include "../../../perf/ladder/in_flight.cuh"
#include "../../../perf/ladder/roof_kernels.cuh"
#include "../../../perf/memory/transposition_kernels.cuh"

#include <numeric>

using gpu::index_t;

namespace {

using roof = void (*)(const uint4*, int, uint4*);

std::vector<uint4> words_of(int count) {
    std::vector<uint4> words;
    for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) words.push_back({i, 3 * i, ~i, i * i});
    return words;
}
bool same(const uint4& a, const uint4& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

template <class Word, int Ahead>
void check_in_flight(const gpu::buffer<int>& items, int n, int expected) {
    for (const int threads : {32, 100, 256, 512})
        for (const int blocks : {1, 3}) {
            const gpu::buffer<int> out(std::vector<int>{0});
            ladder::sum_in_flight<Word, Ahead>
                <<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads)>>>(items.data(), n,
                                                                                    out.data());
            CAPTURE(n);
            CAPTURE(threads);
            CHECK(gpu::download(out)[0] == expected);
        }
}

template <class Word>
void check_widths(const gpu::buffer<int>& items, int n, int expected) {
    check_in_flight<Word, 1>(items, n, expected);
    check_in_flight<Word, 2>(items, n, expected);
    check_in_flight<Word, 4>(items, n, expected);
    check_in_flight<Word, 8>(items, n, expected);
    check_in_flight<Word, 16>(items, n, expected);
}

using namespace perf::transposition;

/// Counts what is not where it should be.
__global__ void count_misplaced(const int* from, const int* to, bool turned, unsigned* wrong) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < perf::transposition::items;
         i += step)
        if (to[i] != from[turned ? i % side * side + i / side : i]) atomicAdd(wrong, 1u);
}
__global__ void number(int* items) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < perf::transposition::items;
         i += step)
        items[i] = static_cast<int>(i);
}

struct square_matrix {
    gpu::buffer<int> from{perf::transposition::items};
    gpu::buffer<int> to{perf::transposition::items};
    square_matrix() { number<<<2048, 256>>>(from.data()); }

    void check(const char* name, void (*kernel)(const int*, int*), dim3 blocks, dim3 threads,
               bool turned) const {
        CAPTURE(name);
        gpu::must(
            cudaMemset(to.data(), 0x80, static_cast<std::size_t>(perf::transposition::items) * sizeof(int)));
        const gpu::buffer<unsigned> wrong(std::vector<unsigned>{0});
        kernel<<<blocks, threads>>>(from.data(), to.data());
        count_misplaced<<<2048, 256>>>(from.data(), to.data(), turned, wrong.data());
        CHECK(gpu::download(wrong)[0] == 0);
    }
    template <along Load, along Store, int Unrolled, bool Diagonal>
    void check_move(const char* name) const {
        check(name, move<Load, Store, Unrolled, Diagonal>, dim3(side / edge / Unrolled, side / edge),
              dim3(edge, edge), Load != Store);
    }
};

}  // namespace

TEST_CASE("[sanitize] ladder: the roof's kernels read all, and copy all") {
    for (const int count : {0, 1, 1000, 40'001}) {
        CAPTURE(count);
        const auto words = words_of(count);
        const gpu::buffer<uint4> from(words);
        for (const roof copy : {ladder::copy_words<4>, ladder::copy_words<8>}) {
            const gpu::buffer<uint4> to(count);
            copy<<<3, 256>>>(from.data(), count, to.data());
            const auto copied = gpu::download(to);
            CHECK(std::equal(copied.begin(), copied.end(), words.begin(), same));
        }
        for (const roof read : {ladder::read_words<4>, ladder::read_words<8>}) {
            const gpu::buffer<uint4> out(1);
            const auto before = gpu::download(out);
            read<<<3, 256>>>(from.data(), count, out.data());
            CHECK(same(gpu::download(out)[0], before[0]));
        }
    }
}

TEST_CASE("[sanitize] ladder: one reduction in every width, with as many loads in flight") {
    for (const int n : {1, 37, 40'001}) {
        std::vector<int> numbers(static_cast<std::size_t>(n));
        std::iota(numbers.begin(), numbers.end(), -5);
        const int expected = std::accumulate(numbers.begin(), numbers.end(), 0);
        const gpu::buffer<int> items(numbers);
        check_widths<int>(items, n, expected);
        check_widths<int4>(items, n, expected);
    }
}

TEST_CASE("memory: a matrix is copied, and turned over, in every way") {
    const square_matrix m;
    m.check_move<along::rows, along::rows, 1, false>("rows to rows");
    m.check_move<along::columns, along::columns, 1, false>("columns to columns");
    m.check_move<along::rows, along::columns, 1, false>("rows to columns");
    m.check_move<along::columns, along::rows, 1, false>("columns to rows");
    m.check_move<along::rows, along::columns, 4, false>("rows to columns, unrolled");
    m.check_move<along::columns, along::rows, 4, false>("columns to rows, unrolled");
    m.check_move<along::rows, along::columns, 1, true>("rows to columns, diagonal");
    m.check_move<along::columns, along::rows, 1, true>("columns to rows, diagonal");
    m.check("tiles", move_by_tiles, dim3(side / tile, side / tile), dim3(tile, tile_rows), true);
}
