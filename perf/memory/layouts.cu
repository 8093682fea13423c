// SPDX-License-Identifier: Apache-2.0
//
// A struct of four ints, as an array of structures and as a structure of arrays: one field is summed, or two
// or four fields in one pass. If a layout has several ways to write the call, each way has a row.
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <impulse/iterators.hpp>
#include <memory/families.hpp>
#include <memory/library.cuh>
#include <memory/sums.cuh>

namespace perf {

namespace {

constexpr std::int64_t n = std::int64_t{1} << 28;

struct record {
    int a, b, c, d;
};

/// The sum of the first fields of a record.
template <int Fields>
struct sum_fields {
    __host__ __device__ int operator()(const record& r) const {
        return r.a + (Fields > 1 ? r.b : 0) + (Fields > 2 ? r.c + r.d : 0);
    }
};

struct sum_pair {
    __host__ __device__ int operator()(const thrust::tuple<int, int>& x) const {
        return thrust::get<0>(x) + thrust::get<1>(x);
    }
};

struct sum_quadruple {
    __host__ __device__ int operator()(const thrust::tuple<int, int, int, int>& x) const {
        return thrust::get<0>(x) + thrust::get<1>(x) + thrust::get<2>(x) + thrust::get<3>(x);
    }
};

/// The same for four neighbouring records at once: one 16-byte word of each array.
struct sum_words {
    __host__ __device__ static int sum(const int4& w) { return w.x + w.y + w.z + w.w; }
    __host__ __device__ int operator()(const thrust::tuple<int4, int4, int4, int4>& x) const {
        return sum(thrust::get<0>(x)) + sum(thrust::get<1>(x)) + sum(thrust::get<2>(x)) +
               sum(thrust::get<3>(x));
    }
};

using maker = std::function<work(const int*, int*)>;

template <int Fields>
work of_structures(const int* x, int* out) {
    const auto* const r = reinterpret_cast<const record*>(x);
    return call_of(impulse::transform_reduce_into, r, r + n, out, 0, impulse::plus{}, sum_fields<Fields>{});
}

/// A row over arrays of structures: every sector has some of each field, so all sectors are read.
row aos(const char* name, const char* lesson, int fields, maker make) {
    return sum_row<int>(std::string("layout/AoS, ") + name, lesson, {n, 4, fields}, 4. * n * fields, 16. * n,
                        std::move(make));
}

/// A row over arrays that follow each other in memory.
row soa(const char* name, const char* lesson, int fields, maker make) {
    row made = sum_row<int>(std::string("layout/SoA, ") + name, lesson, {n * fields}, 4. * n * fields,
                            4. * n * fields, std::move(make));
    made.n = n;
    return made;
}

}  // namespace

rows layouts() {
    return {
        aos("1 field", "a transform that picks a field: the other three come along", 1, of_structures<1>),
        aos("1 field, strided", "impulse::strided over the field: the same sectors, word by word", 1,
            [](const int* x, int* out) {
                const auto first = impulse::strided(x, 4);
                return call_of(impulse::reduce_into, first, first + n, out, 0, impulse::plus{});
            }),
        aos("2 fields", "half of what is read is used", 2, of_structures<2>),
        aos("4 fields", "all of what is read is used: one 16-byte load a record", 4, of_structures<4>),
        soa("1 field", "a plain array: nothing else is read", 1,
            [](const int* x, int* out) {
                return call_of(impulse::reduce_into, x, x + n, out, 0, impulse::plus{});
            }),
        soa("2 fields, two inputs", "transform_reduce of two ranges", 2,
            [](const int* x, int* out) {
                return call_of(impulse::transform_reduce_into, x, x + n, x + n, out, 0, impulse::plus{},
                               impulse::plus{});
            }),
        soa("2 fields, zip", "a zip iterator, loaded in words like two inputs", 2,
            [](const int* x, int* out) {
                const auto first = thrust::make_zip_iterator(x, x + n);
                return call_of(impulse::transform_reduce_into, first, first + n, out, 0, impulse::plus{},
                               sum_pair{});
            }),
        soa("4 fields, zip", "a zip iterator of four arrays, in one pass", 4,
            [](const int* x, int* out) {
                const auto first = thrust::make_zip_iterator(x, x + n, x + 2 * n, x + 3 * n);
                return call_of(impulse::transform_reduce_into, first, first + n, out, 0, impulse::plus{},
                               sum_quadruple{});
            }),
        soa("4 fields, zip of words", "a zip iterator of four arrays of int4", 4,
            [](const int* x, int* out) {
                const auto* const w = reinterpret_cast<const int4*>(x);
                constexpr std::int64_t words = n / 4;
                const auto first = thrust::make_zip_iterator(w, w + words, w + 2 * words, w + 3 * words);
                return call_of(impulse::transform_reduce_into, first, first + words, out, 0, impulse::plus{},
                               sum_words{});
            }),
        soa("4 fields, two calls", "two calls of two inputs each: a launch more, as fast", 4,
            [](const int* x, int* out) {
                const work one = call_of(impulse::transform_reduce_into, x, x + n, x + n, out, 0,
                                         impulse::plus{}, impulse::plus{});
                const work other = call_of(impulse::transform_reduce_into, x + 2 * n, x + 3 * n, x + 3 * n,
                                           out + 1, 0, impulse::plus{}, impulse::plus{});
                return [=] { one(), other(); };
            }),
    };
}

}  // namespace perf
