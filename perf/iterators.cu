// SPDX-License-Identifier: Apache-2.0
//
// Sums of f32 through iterators and from misaligned pointers, compared with a sum of the same number of bytes
// through a pointer. Other algorithms use an iterator whose items a lane loads one by one; the baseline is
// the same algorithm with a pointer.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <impulse/extrema.hpp>
#include <impulse/iterators.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

struct square {
    IMPULSE_SHARED float operator()(float x) const { return x * x; }
};
struct total {
    template <class Tuple>
    IMPULSE_SHARED float operator()(const Tuple& t) const {
        if constexpr (thrust::tuple_size<Tuple>::value == 2)
            return thrust::get<0>(t) + thrust::get<1>(t);
        else
            return thrust::get<0>(t) + thrust::get<1>(t) + thrust::get<2>(t);
    }
};
struct as_float {
    IMPULSE_SHARED float operator()(std::int64_t i) const { return static_cast<float>(i & 15); }
};

// The number of items of an iterator over `n` floats, and the iterator, made from a pointer to them.
struct transformed {
    static std::int64_t items(std::int64_t n) { return n; }
    static auto first(const float* x, std::int64_t) { return thrust::make_transform_iterator(x, square{}); }
};
struct zip_of_two {
    static std::int64_t items(std::int64_t n) { return n / 2; }
    static auto first(const float* x, std::int64_t n) {
        return thrust::make_transform_iterator(thrust::make_zip_iterator(x, x + items(n)), total{});
    }
};
struct zip_of_three {
    static std::int64_t items(std::int64_t n) { return n / 12 * 4; }  // arrays begin at 16-byte words
    static auto first(const float* x, std::int64_t n) {
        return thrust::make_transform_iterator(thrust::make_zip_iterator(x, x + items(n), x + 2 * items(n)),
                                               total{});
    }
};
struct permuted {  // in order, by indices that need no memory
    static std::int64_t items(std::int64_t n) { return n; }
    static auto first(const float* x, std::int64_t) {
        return thrust::make_permutation_iterator(x, thrust::make_counting_iterator(std::int64_t{0}));
    }
};
struct strided_by_one {
    static std::int64_t items(std::int64_t n) { return n; }
    static auto first(const float* x, std::int64_t) { return impulse::strided(x, 1); }
};
struct off_a_boundary {  // misaligned to 16 bytes
    static std::int64_t items(std::int64_t n) { return n - 1; }
    static const float* first(const float* x, std::int64_t) { return x + 1; }
};
struct counted_up {  // reads no memory
    static std::int64_t items(std::int64_t n) { return n; }
    static auto first(const float*, std::int64_t) {
        return thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}), as_float{});
    }
};

template <class Through, bool HasFloor>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(
        entrant{"impulse", impulse_side_of<float, float>(
                               n,
                               [](const float* x, std::int64_t count, float* out, const auto& use) {
                                   const auto first = Through::first(x, count);
                                   use(impulse::reduce_into, first, first + Through::items(count), out, 0.f,
                                       impulse::plus{});
                               })},
        entrant{"pointer", impulse_side<float>(n, 0.f, impulse::plus{}), HasFloor ? 0.97 : 0, false});
}

template <class Result, const auto& Algorithm>
std::vector<entrant> sides_one_by_one(std::int64_t n) {
    return sides_of(
        entrant{"impulse", impulse_side_of<float, Result>(
                               n,
                               [](const float* x, std::int64_t count, Result* out, const auto& use) {
                                   const auto first = impulse::strided(x, 1);
                                   use(Algorithm, first, first + count, out);
                               })},
        entrant{"pointer", impulse_side_by<float, Result, Algorithm>(n)});
}

/// Two arrays through strided iterators, or one array and one strided iterator.
template <bool Both>
std::vector<entrant> dots(std::int64_t n) {
    return sides_of(
        entrant{"impulse", impulse_side_of<float, float>(
                               n,
                               [](const float* x, std::int64_t count, float* out, const auto& use) {
                                   const auto first = impulse::strided(x, 1);
                                   const auto second = impulse::strided(x + count / 2, 1);
                                   if constexpr (Both)
                                       use(impulse::dot_into, first, first + count / 2, second, out);
                                   else
                                       use(impulse::dot_into, x, x + count / 2, second, out);
                               })},
        entrant{"pointers", impulse_side_of<float, float>(
                                n, [](const float* x, std::int64_t count, float* out, const auto& use) {
                                    use(impulse::dot_into, x, x + count / 2, x + count / 2, out);
                                })});
}

template <class Result, const auto& Algorithm>
void add_one_by_one(rows& all, const char* name) {
    add_powers<float, Result>(all, name, {16, 20, 24, 28}, sides_one_by_one<Result, Algorithm>);
    all.push_back(compare<float, Result>(name, timing::gpu, (std::int64_t{1} << 20) - 1,
                                         sides_one_by_one<Result, Algorithm>));
}

template <class Through, bool HasFloor = true>
void add_rows(rows& all, const char* name) {
    add_powers<float>(all, name, {16, 20, 24, 28}, sides<Through, HasFloor>);
    for (const int k : {16, 20})  // the last tile lacks one item
        all.push_back(compare<float>(name, timing::gpu, (std::int64_t{1} << k) - 1, sides<Through, false>));
}

}  // namespace

rows iterators() {
    rows all;
    add_rows<transformed>(all, "gpu/through transform");
    add_rows<zip_of_two>(all, "gpu/through zip of 2");
    add_rows<zip_of_three>(all, "gpu/through zip of 3");
    add_rows<permuted>(all, "gpu/through permutation");
    add_rows<strided_by_one>(all, "gpu/through strided by 1");
    add_rows<counted_up>(all, "gpu/through counting");
    add_rows<off_a_boundary>(all, "gpu/pointer off a boundary");
    add_powers<float>(all, "gpu/dot through strided by 1", {16, 20, 24, 28}, dots<true>);
    add_powers<float>(all, "gpu/dot, one through strided by 1", {16, 20, 24, 28}, dots<false>);
    add_one_by_one<double, impulse::mean_into>(all, "gpu/mean through strided by 1");
    add_one_by_one<double, impulse::variance_into>(all, "gpu/variance through strided by 1");
    add_one_by_one<std::int64_t, impulse::min_element_into>(all, "gpu/min_element through strided by 1");
    return all;
}

}  // namespace perf
