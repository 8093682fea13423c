// SPDX-License-Identifier: Apache-2.0
// The kernels besides the ladder's rungs: the roofs, one reduction in every shape, and the transposition of a
// matrix.
#include "../gpu.cuh"

#include "../../../perf/ladder/in_flight.cuh"
#include "../../../perf/ladder/roof_kernels.cuh"
#include "../../../perf/memory/transposition_kernels.cuh"

#include <numeric>

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

/// A matrix with sides of this length, for every variant.
struct square_matrix {
    int side;
    index_t items = index_t{side} * side;
    gpu::buffer<int> from{numbered(items)};
    gpu::buffer<int> to{items};

    explicit square_matrix(int of) : side(of) {}

    static std::vector<int> numbered(index_t items) {
        std::vector<int> all(static_cast<std::size_t>(items));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    void check(const char* name, const variant& by) const {
        CAPTURE(name);
        CAPTURE(side);
        gpu::must(cudaMemset(to.data(), 0x80, static_cast<std::size_t>(items) * sizeof(int)));
        const gpu::buffer<unsigned> wrong(std::vector<unsigned>{0});
        by(from.data(), to.data(), side, nullptr);
        count_misplaced<<<64, 256>>>(from.data(), to.data(), side, by.turns, wrong.data());
        CHECK(gpu::download(wrong)[0] == 0);
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

TEST_CASE("[sanitize] memory: a matrix is copied, and turned over, in every way") {
    for (const int side : {64, 320}) {
        const square_matrix m(side);
        m.check("rows to rows", moves<along::rows, along::rows>());
        m.check("columns to columns", moves<along::columns, along::columns>());
        m.check("rows to columns", moves<along::rows, along::columns>());
        m.check("columns to rows", moves<along::columns, along::rows>());
        m.check("rows to columns, unrolled", moves<along::rows, along::columns, 4>());
        m.check("columns to rows, unrolled", moves<along::columns, along::rows, 4>());
        m.check("rows to columns, diagonal", moves<along::rows, along::columns, 1, true>());
        m.check("columns to rows, diagonal", moves<along::columns, along::rows, 1, true>());
        m.check("tiles", moves_by_tiles());
    }
}
