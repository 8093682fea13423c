// SPDX-License-Identifier: Apache-2.0
// The exercises of examples/ on emulated blocks, compared with plain loops.
#include <doctest/doctest.h>

#include <build.hpp>
#include <emulated/run.hpp>
#include <exercises.hpp>

using emulated::turns;
using exercises::matrix;
using impulse::index_t;

namespace {

constexpr int lanes = 8;
constexpr int threads = 32;
constexpr turns orders[] = {turns::oldest, turns::newest, turns::by_chance};

template <class F>
void run_blocks(turns order, int blocks, F f) {
    emulated::fibers machine(order);
    emulated::gpu<emulated::fibers, lanes> on(machine, {});
    emulated::run_blocks(on, blocks, threads, f);
}

/// Calls f(order, rows, columns) for square, tall and wide matrices.
template <class F>
void for_each_shape(F f) {
    for (const turns order : orders)
        for (const auto& shape : {std::pair<index_t, index_t>{40, 40}, {301, 3}, {5, 211}, {1, 1}}) {
            const index_t rows = shape.first, columns = shape.second;
            CAPTURE(rows);
            CAPTURE(columns);
            f(order, rows, columns);
        }
}

template <class Semiring>
void check_matrix_times_vector(Semiring ring,
                               std::vector<typename Semiring::value_type> make_items(index_t, unsigned)) {
    using T = typename Semiring::value_type;
    for_each_shape([&](turns order, index_t rows, index_t columns) {
        const auto items = make_items(rows * columns, 1u);
        const auto x = make_items(columns, 2u);
        const matrix<T> a{items.data(), rows, columns};
        std::vector<T> y(static_cast<std::size_t>(rows));
        run_blocks(order, 3,
                   [&](auto& block) { exercises::matrix_times_vector(block, ring, a, x.data(), y.data()); });
        CHECK(y == exercises::serial_matrix_times_vector(ring, a, x));

        const auto left = make_items(rows, 3u);
        std::vector<T> product(static_cast<std::size_t>(columns));
        std::vector<std::vector<T>> shared(3, std::vector<T>(threads));
        run_blocks(order, 3, [&](auto& block) {
            T* const mine = shared[static_cast<std::size_t>(block.grid_rank())].data();
            exercises::vector_times_matrix(block, block.warp(), mine, ring, a, left.data(), product.data());
        });
        CHECK(product == exercises::serial_vector_times_matrix(ring, a, left));
    });
}

}  // namespace

TEST_SUITE_BEGIN("emulated exercises" * doctest::skip(support::under_thread_sanitizer));

TEST_CASE("column means, by column and by tile") {
    for_each_shape([](turns order, index_t rows, index_t columns) {
        const auto items = exercises::made_items<float>(rows * columns, 1);
        const matrix<float> m{items.data(), rows, columns};
        const auto expected = exercises::serial_column_means(m);
        std::vector<double> means(static_cast<std::size_t>(columns));
        run_blocks(order, 3, [&](auto& block) { exercises::mean_of_column(block, m, means.data()); });
        CHECK(means == expected);

        std::fill(means.begin(), means.end(), -1.0);
        std::vector<std::vector<double>> shared(3, std::vector<double>(threads));
        run_blocks(order, 3, [&](auto& block) {
            double* const mine = shared[static_cast<std::size_t>(block.grid_rank())].data();
            exercises::means_of_columns(block, block.warp(), mine, m, means.data());
        });
        CHECK(means == expected);
    });
}

TEST_CASE("matrix times vector, and vector times matrix, over three semirings") {
    check_matrix_times_vector(exercises::plus_times<double>{}, exercises::made_items<double>);
    check_matrix_times_vector(exercises::min_plus<double>{}, exercises::made_distances<double>);
    check_matrix_times_vector(exercises::or_and{}, exercises::made_items<unsigned char>);
}

TEST_CASE("the classic dot product") {
    for (const turns order : orders)
        for (const index_t n : {0, 1, 5, 1000}) {
            const auto x = exercises::made_items<double>(n, 1);
            const auto y = exercises::made_items<double>(n, 2);
            std::vector<double> of_blocks(3, -1.0);
            run_blocks(order, 3, [&](auto& block) {
                exercises::dot_of_block(block, x.data(), y.data(), n, of_blocks.data());
            });
            CHECK(std::accumulate(of_blocks.begin(), of_blocks.end(), 0.0) ==
                  std::inner_product(x.begin(), x.end(), y.begin(), 0.0));
        }
}

TEST_SUITE_END();
