// SPDX-License-Identifier: Apache-2.0
//
// A matrix and a vector in both orders, as an exercise: A x, a warp a row, and x A, tiles of columns; beside
// loops and the library's one call, which reduces rows, or columns, of products that no memory holds. Without
// a GPU the host's ways alone.
#include "matrix_vector.hpp"
#include "table.hpp"

#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

#include <ranges>

#if IMPULSE_HAS_CUDA
#include "kernels.cuh"

#include <thrust/iterator/counting_iterator.h>
#endif

namespace exercises {
namespace {

using vector = std::vector<float>;

vector loops(const matrix<float>& a, const vector& x, bool of_column) {
    vector y(x.size(), 0.f);
    for (index_t i = 0; i < a.rows; ++i)
        for (index_t j = 0; j < a.columns; ++j)
            y[static_cast<std::size_t>(of_column ? i : j)] +=
                a(i, j) * x[static_cast<std::size_t>(of_column ? j : i)];
    return y;
}

/// The library's one call, at any place: of the positions 0, 1, ..., which `first` counts.
template <bool OfColumn, class Policy, class Count>
void by_library(const Policy& how, const Count& first, const matrix<float>& a, const float* x, float* y) {
    const impulse::matrix_view positions{first, a.rows, a.columns};
    const product_at<OfColumn> product{a, x};
    if constexpr (OfColumn)
        impulse::transform_reduce_into(how, impulse::rows(positions), y, 0.f, impulse::plus{}, product);
    else
        impulse::transform_reduce_into(how, impulse::columns(positions), y, 0.f, impulse::plus{}, product);
}

#if IMPULSE_HAS_CUDA
constexpr cudaStream_t stream = nullptr;

/// `kernel(matrix, x, y)` launches.
template <class Kernel>
void on_gpu(table& rows, const char* way, const vector& items, const vector& x, const vector& expected,
            const Kernel& kernel) {
    const auto side = static_cast<index_t>(x.size());
    const auto whole = [&] {
        const gpu_array<float> a(items), from(x), y(x.size());
        kernel(matrix<float>{a.data(), side, side}, from.data(), y.data());
        return y.fetch();
    };
    const gpu_array<float> a(items), from(x), y(x.size());
    const matrix<float> m{a.data(), side, side};
    rows.on_gpu(
        way, stream, [&] { kernel(m, from.data(), y.data()); }, whole, expected);
}

template <bool OfColumn>
void on_gpu(table& rows, const vector& items, const vector& x, const vector& expected) {
    on_gpu(rows, OfColumn ? "A x, a warp a row" : "x A, tiles of 32 columns", items, x, expected,
           [](const matrix<float>& a, const float* from, float* y) {
               if constexpr (OfColumn)
                   matrix_times_vector_kernel<<<1056, 256, 0, stream>>>(plus_times<float>{}, a, from, y);
               else
                   vector_times_matrix_kernel<<<blocks_for_tiles(a.columns), 256, 0, stream>>>(
                       plus_times<float>{}, a, from, y);
           });
    on_gpu(rows, OfColumn ? "A x, impulse::reduce_into of rows" : "x A, impulse::reduce_into of columns",
           items, x, expected, [](const matrix<float>& a, const float* from, float* y) {
               exercises::by_library<OfColumn>(impulse::automatic.on(stream),
                                               thrust::counting_iterator<index_t>(0), a, from, y);
           });
}
#endif

template <bool OfColumn>
void run(table& rows, const vector& items, const vector& x) {
    const auto side = static_cast<index_t>(x.size());
    const matrix<float> a{items.data(), side, side};
    const vector expected = rows.on_cpu(OfColumn ? "A x, loops on the CPU" : "x A, loops on the CPU",
                                        [&] { return exercises::loops(a, x, OfColumn); });
    vector y(x.size());
    rows.on_cpu(
        OfColumn ? "A x, impulse on the CPU" : "x A, impulse on the CPU",
        [&] {
            exercises::by_library<OfColumn>(impulse::automatic.on(impulse::host),
                                            std::views::iota(index_t{0}).begin(), a, x.data(), y.data());
            return y;
        },
        expected);
#if IMPULSE_HAS_CUDA
    if (has_gpu()) exercises::on_gpu<OfColumn>(rows, items, x, expected);
#endif
}

}  // namespace
}  // namespace exercises

int main() try {
    using namespace exercises;
    std::size_t side = 1024;
#if IMPULSE_HAS_CUDA
    if (has_gpu()) side = 8192;
#endif
    const auto items = small_integers(side * side, 1), x = small_integers(side, 2);
    table rows("matrix and vector", 4. * static_cast<double>(items.size()));
    exercises::run<true>(rows, items, x);
    exercises::run<false>(rows, items, x);
    return rows.finish();
} catch (const std::exception& failure) {
    std::fprintf(stderr, "matrix_vector: %s\n", failure.what());
    return 1;
}
