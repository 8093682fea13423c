// SPDX-License-Identifier: Apache-2.0
//
// An exercise: a matrix times a vector in both orders. A x takes one warp for each row, x A takes tiles of
// columns. For comparison there are loops, and one call of the library: the dot product of each row, or
// column, with the vector. Without a GPU only the host's versions run.
#include "matrix_vector.hpp"
#include "table.hpp"

#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#if IMPULSE_HAS_CUDA
#include "kernels.cuh"
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

/// One call of the library, at any place.
template <bool OfColumn, class Policy>
void by_library(const Policy& how, const matrix<float>& a, const float* x, float* y) {
    const impulse::matrix_view m{a.items, a.rows, a.columns};
    if constexpr (OfColumn)
        impulse::dot_into(how, impulse::rows(m), x, y);
    else
        impulse::dot_into(how, impulse::columns(m), x, y);
}

#if IMPULSE_HAS_CUDA
constexpr cudaStream_t stream = nullptr;

/// `kernel(matrix, x, y)` launches the kernel.
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
    on_gpu(rows, OfColumn ? "A x, impulse::dot_into of rows" : "x A, impulse::dot_into of columns", items, x,
           expected, [](const matrix<float>& a, const float* from, float* y) {
               exercises::by_library<OfColumn>(impulse::automatic.on(stream), a, from, y);
           });
}
#endif

template <bool OfColumn>
void run(table& rows, const vector& items, const vector& x) {
    const auto side = static_cast<index_t>(x.size());
    const matrix<float> a{items.data(), side, side};
    const vector expected =
        rows.on_cpu(OfColumn ? "A x, loops" : "x A, loops", [&] { return exercises::loops(a, x, OfColumn); });
    vector y(x.size());
    rows.on_cpu(
        OfColumn ? "A x, impulse::dot_into of rows" : "x A, impulse::dot_into of columns",
        [&] {
            exercises::by_library<OfColumn>(impulse::automatic.on(impulse::host), a, x.data(), y.data());
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
