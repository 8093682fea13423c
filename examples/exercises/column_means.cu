// SPDX-License-Identifier: Apache-2.0
//
// An exercise: the means of the columns of a matrix, by two loops, by one block for each column, by tiles of
// columns, and by one call of the library. Without a GPU only the host's versions run, on a smaller matrix.
#include "column_means.hpp"
#include "table.hpp"

#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/statistics.hpp>

#if IMPULSE_HAS_CUDA
#include "kernels.cuh"
#endif

namespace exercises {
namespace {

/// Row by row, in memory order.
std::vector<double> loops(const matrix<float>& m) {
    std::vector<double> means(static_cast<std::size_t>(m.columns), 0.0);
    for (index_t i = 0; i < m.rows; ++i)
        for (index_t j = 0; j < m.columns; ++j)
            means[static_cast<std::size_t>(j)] += static_cast<double>(m(i, j));
    for (double& mean : means) mean /= static_cast<double>(m.rows);
    return means;
}

auto columns_of(const matrix<float>& m) {
    return impulse::columns(impulse::matrix_view{m.items, m.rows, m.columns});
}

#if IMPULSE_HAS_CUDA
constexpr cudaStream_t stream = nullptr;

/// `kernel(matrix, means)` launches the kernel.
template <class Kernel>
void on_gpu(table& rows, const char* way, const std::vector<float>& items, index_t side,
            const std::vector<double>& expected, const Kernel& kernel) {
    const auto whole = [&] {
        const gpu_array<float> there(items);
        const gpu_array<double> means(static_cast<std::size_t>(side));
        kernel(matrix<float>{there.data(), side, side}, means.data());
        return means.fetch();
    };
    const gpu_array<float> there(items);
    const gpu_array<double> means(static_cast<std::size_t>(side));
    const matrix<float> m{there.data(), side, side};
    rows.on_gpu(
        way, stream, [&] { kernel(m, means.data()); }, whole, expected);
}

void on_gpu(table& rows, const std::vector<float>& items, index_t side, const std::vector<double>& expected) {
    on_gpu(rows, "a block a column", items, side, expected, [](const matrix<float>& m, double* means) {
        mean_of_column_kernel<<<1056, 256, 0, stream>>>(m, means);
    });
    on_gpu(rows, "tiles of 32 columns", items, side, expected, [](const matrix<float>& m, double* means) {
        means_of_columns_kernel<<<blocks_for_tiles(m.columns), 256, 0, stream>>>(m, means);
    });
    on_gpu(rows, "impulse::mean_into of columns", items, side, expected,
           [](const matrix<float>& m, double* means) {
               impulse::mean_into(impulse::automatic.on(stream), columns_of(m), means);
           });
}
#endif

}  // namespace
}  // namespace exercises

int main() try {
    using namespace exercises;
    index_t side = 1024;
#if IMPULSE_HAS_CUDA
    if (has_gpu()) side = 8192;
#endif
    const auto items = small_integers(static_cast<std::size_t>(side * side), 1);
    const matrix<float> m{items.data(), side, side};
    table rows("column means", 4. * static_cast<double>(items.size()));
    const auto expected = rows.on_cpu("loops", [&] { return loops(m); });
    rows.on_cpu(
        "impulse::mean of columns",
        [&] { return impulse::mean(impulse::automatic.on(impulse::host), columns_of(m)); }, expected);
#if IMPULSE_HAS_CUDA
    if (has_gpu()) on_gpu(rows, items, side, expected);
#endif
    return rows.finish();
} catch (const std::exception& failure) {
    std::fprintf(stderr, "column_means: %s\n", failure.what());
    return 1;
}
