// SPDX-License-Identifier: Apache-2.0
//
// A small table that all threads read many times, in each kind of read-only memory.
#include <memory/families.hpp>
#include <memory/results.cuh>
#include <memory/texture.cuh>

namespace perf {

namespace {

constexpr int threads = 256;

constexpr int table_size = 1024;
constexpr int lookups = 256;  // for each thread
constexpr int readers = 1 << 20;

__host__ __device__ int entry(int i) { return i * i % 1009 - 500; }

__constant__ int constant_entries[table_size];

struct in_constant_memory {
    __device__ void prepare() const {}
    __device__ int operator[](int i) const { return constant_entries[i]; }
};
struct in_global_memory {
    const int* entries;
    __device__ void prepare() const {}
    __device__ int operator[](int i) const { return entries[i]; }
};
struct by_ldg {
    const int* entries;
    __device__ void prepare() const {}
    __device__ int operator[](int i) const { return __ldg(entries + i); }
};
struct by_texture {
    cudaTextureObject_t entries;
    __device__ void prepare() const {}
    __device__ int operator[](int i) const { return tex1Dfetch<int>(entries, i); }
};
struct in_shared_memory {
    const int* entries;
    __device__ static int* cells() {
        __shared__ int own[table_size];
        return own;
    }
    __device__ void prepare() const {
        for (int i = threadIdx.x; i < table_size; i += blockDim.x) cells()[i] = entries[i];
        __syncthreads();
    }
    __device__ int operator[](int i) const { return cells()[i]; }
};

/// In each step the lanes of a warp read words that are `spread` apart; with 0 all read the same word.
__device__ int index_of(int step, int spread) {
    return (step + static_cast<int>(threadIdx.x) * spread) % table_size;
}

template <class Table>
__global__ void look_up(Table table, int spread, int* out) {
    table.prepare();
    int total = 0;
    for (int k = 0; k < lookups; ++k) total += table[index_of(k, spread)];
    out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

__global__ void count_wrong_lookups(int spread, const int* found, unsigned* wrong) {
    int total = 0;
    for (int k = 0; k < lookups; ++k) total += entry(index_of(k, spread));
    if (found[blockIdx.x * blockDim.x + threadIdx.x] != total) atomicAdd(wrong, 1u);
}

/// The table in global memory; constant memory gets the same values.
const int* entries() {
    static const device_memory table(table_size * sizeof(int));
    static const bool filled = [] {
        std::vector<int> all;
        for (int i = 0; i < table_size; ++i) all.push_back(entry(i));
        check(cudaMemcpy(table.data(), all.data(), table.bytes(), cudaMemcpyHostToDevice), "filling a table");
        check(cudaMemcpyToSymbol(constant_entries, all.data(), table.bytes()), "filling constant memory");
        return true;
    }();
    (void)filled;
    return table.data<int>();
}

template <class Make>
row table_row(const char* where, int spread, const char* lesson, Make make_table) {
    const auto make = [=](const int*, int* out) -> work {
        const auto table = make_table(entries());
        return [=] {
            look_up<<<readers / threads, threads, 0, lab::instance().stream()>>>(table, spread, out);
            check(cudaGetLastError(), "looking up");
        };
    };
    const auto compare = [=](const int*, const int* found, unsigned* wrong) {
        count_wrong_lookups<<<readers / threads, threads>>>(spread, found, wrong);
    };
    row made{std::string("table/") + where + (spread ? ", a word a lane" : ", the same word"),
             lesson,
             readers,
             0,
             0,
             [=] { return checked_seconds(0, readers, make, compare); }};
    made.operations = static_cast<double>(readers) * lookups;
    return made;
}

}  // namespace

rows tables() {
    rows all;
    for (const int spread : {0, 1}) {
        all.push_back(table_row("__constant__", spread,
                                "one word a cycle for a whole warp; other words wait for their turn",
                                [](const int*) { return in_constant_memory{}; }));
        all.push_back(
            table_row("global", spread, "from L1", [](const int* t) { return in_global_memory{t}; }));
        all.push_back(table_row("__ldg", spread, "from L1 too", [](const int* t) { return by_ldg{t}; }));
        all.push_back(table_row("texture", spread, "from L1, by the texture units", [](const int* t) {
            static const texture words(t, table_size * sizeof(int));
            return by_texture{words};
        }));
        all.push_back(table_row("shared", spread, "a copy for each block, which is made first",
                                [](const int* t) { return in_shared_memory{t}; }));
    }
    return all;
}

}  // namespace perf
