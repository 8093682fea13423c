// SPDX-License-Identifier: Apache-2.0
/// \file
/// One call of each main kernel, a family at a time: `tools/kernels` compiles it with -DFAMILY=name.
#include <impulse/by_key.hpp>
#include <impulse/extrema.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>
#include <impulse/statistics.hpp>
#include <impulse/sums.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <utility>

namespace {

/// 2×2 matrices; their product does not commute.
template <class Type>
struct matrix {
    Type a, b, c, d;
};
struct multiply {
    template <class Type>
    IMPULSE_SHARED matrix<Type> operator()(const matrix<Type>& x, const matrix<Type>& y) const {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
};
/// A number of words, which are added word by word.
template <int Words>
struct words {
    std::uint32_t word[Words];
};
struct add_words {
    template <int Words>
    IMPULSE_SHARED words<Words> operator()(const words<Words>& x, const words<Words>& y) const {
        words<Words> sum;
        for (int w = 0; w < Words; ++w) sum.word[w] = x.word[w] + 3 * y.word[w];
        return sum;
    }
};

/// The arguments of a call: arrays in GPU memory, and their sizes.
template <class Type>
struct input {
    cudaStream_t stream;
    const Type* items;
    std::int64_t count;
    const std::int64_t* offsets;
    std::int64_t groups;
    const int* keys;
    int* keys_out;
    std::int64_t* count_out;
    Type* out;

    auto on() const { return impulse::last_block.on(stream); }
    auto all() const { return std::span(items, static_cast<std::size_t>(count)); }
    auto segments() const {
        return impulse::segments(all(), std::span(offsets, static_cast<std::size_t>(groups + 1)));
    }
    auto matrix() const { return impulse::matrix_view{items, count / groups, groups}; }
};
using impulse::plus;

}  // namespace

#if defined(FAMILY_sums)
void sum_of_floats(const input<float>& of) { impulse::reduce_into(of.on(), of.all(), of.out, 0.f, plus{}); }
void sum_of_doubles(const input<double>& of) { impulse::reduce_into(of.on(), of.all(), of.out, 0., plus{}); }
void sum_of_int32(const input<std::int32_t>& of) {
    impulse::reduce_into(of.on(), of.all(), of.out, 0, plus{});
}
void sum_of_int8(const input<std::int8_t>& of) {
    impulse::sum_into(of.on(), of.all(), reinterpret_cast<std::int64_t*>(of.count_out));
}
#elif defined(FAMILY_structs)
void matrices_of_float(const input<matrix<float>>& of) {
    impulse::reduce_into(of.on(), of.all(), of.out, matrix<float>{1, 0, 0, 1}, multiply{});
}
void of_24_bytes(const input<words<6>>& of) {
    impulse::reduce_into(of.on(), of.all(), of.out, words<6>{}, add_words{});
}
void of_128_bytes(const input<words<32>>& of) {
    impulse::reduce_into(of.on(), of.all(), of.out, words<32>{}, add_words{});
}
#elif defined(FAMILY_fetched)
void queue_of_floats(const input<float>& of) {
    impulse::reduce_into(impulse::work_queue.on(of.stream), of.all(), of.out, 0.f, plus{});
}
#elif defined(FAMILY_segments)
void segments_of_floats(const input<float>& of) {
    impulse::reduce_into(of.on(), of.segments(), of.out, 0.f, plus{});
}
#elif defined(FAMILY_segments_of_matrices)
void segments_of_matrices(const input<matrix<float>>& of) {
    impulse::reduce_into(of.on(), of.segments(), of.out, matrix<float>{1, 0, 0, 1}, multiply{});
}
#elif defined(FAMILY_batches)
void batches_of_floats(const input<float>& of) {
    impulse::reduce_into(of.on(), impulse::batches(of.all(), of.groups), of.out, 0.f, plus{});
}
#elif defined(FAMILY_columns)
void columns_of_floats(const input<float>& of) {
    impulse::reduce_into(of.on(), impulse::columns(of.matrix()), of.out, 0.f, plus{});
}
#elif defined(FAMILY_columns_of_matrices)
void columns_of_matrices(const input<matrix<float>>& of) {
    impulse::reduce_into(of.on(), impulse::columns(of.matrix()), of.out, matrix<float>{1, 0, 0, 1},
                         multiply{});
}
#elif defined(FAMILY_keys)
void keys_of_floats(const input<float>& of) {
    impulse::reduce_by_key_into(
        of.on(), impulse::by_key(std::span(of.keys, static_cast<std::size_t>(of.count)), of.all()),
        of.keys_out, of.out, of.count_out, 0.f, plus{});
}
#elif defined(FAMILY_positions)
void argmin_of_floats(const input<float>& of) { impulse::argmin_into(of.on(), of.all(), of.count_out); }
#elif defined(FAMILY_moments)
void variance_of_floats(const input<float>& of) { impulse::variance_into(of.on(), of.all(), of.out); }
#endif
