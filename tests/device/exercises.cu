// SPDX-License-Identifier: Apache-2.0
// The exercises of examples/ on a GPU, compared with plain loops: square, tall and wide matrices.
#include "gpu.cuh"

#include "../../examples/exercises/classic_dot.cuh"
#include "../../examples/exercises/kernels.cuh"

#include <exercises.hpp>

#include <impulse/sums.hpp>

using exercises::matrix;

namespace {

using shape = std::pair<index_t, index_t>;
const std::vector<shape> shapes{{1000, 1000}, {100'003, 33}, {33, 100'003}, {1, 1}};
const std::vector<shape> some_shapes{{300, 33}, {33, 301}};

template <class Semiring>
void check_matrix_times_vector(Semiring ring,
                               std::vector<typename Semiring::value_type> make_items(index_t, unsigned),
                               const std::vector<shape>& of = shapes) {
    using T = typename Semiring::value_type;
    for (const auto& [rows, columns] : of) {
        CAPTURE(rows);
        const auto items = make_items(rows * columns, 1u);
        const auto x = make_items(columns, 2u);
        const gpu::buffer<T> a(items);
        const gpu::buffer<T> vector(x);
        const gpu::buffer<T> y(rows);
        const matrix<T> m{a.data(), rows, columns};
        exercises::matrix_times_vector_kernel<<<264, 256>>>(ring, m, vector.data(), y.data());
        CHECK(gpu::download(y) ==
              exercises::serial_matrix_times_vector(ring, matrix<T>{items.data(), rows, columns}, x));

        const auto left = make_items(rows, 3u);
        const gpu::buffer<T> by_row(left);
        const gpu::buffer<T> product(columns);
        exercises::vector_times_matrix_kernel<<<264, 256>>>(ring, m, by_row.data(), product.data());
        CHECK(gpu::download(product) ==
              exercises::serial_vector_times_matrix(ring, matrix<T>{items.data(), rows, columns}, left));
    }
}

void check_column_means(const std::vector<shape>& of) {
    for (const auto& [rows, columns] : of) {
        CAPTURE(rows);
        const auto items = exercises::made_items<float>(rows * columns, 1);
        const auto expected = exercises::serial_column_means(matrix<float>{items.data(), rows, columns});
        const gpu::buffer<float> a(items);
        const matrix<float> m{a.data(), rows, columns};
        const gpu::buffer<double> means(columns);
        exercises::mean_of_column_kernel<<<264, 256>>>(m, means.data());
        CHECK(gpu::download(means) == expected);
        const gpu::buffer<double> again(columns);
        exercises::means_of_columns_kernel<<<264, 256>>>(m, again.data());
        CHECK(gpu::download(again) == expected);
    }
}

/// By the library's blocks, and by plain CUDA, where each of `blocks` blocks writes a sum.
void check_dot(index_t n, int blocks) {
    CAPTURE(n);
    const auto x = exercises::made_items<float>(n, 1);
    const auto y = exercises::made_items<float>(n, 2);
    const float expected = std::inner_product(x.begin(), x.end(), y.begin(), 0.f);
    const gpu::buffer<float> a(x), b(y), of_blocks(blocks), sum(1);
    const auto added = [&] {
        const auto partial = gpu::download(of_blocks);
        return std::accumulate(partial.begin(), partial.end(), 0.f);
    };
    exercises::dot_kernel<<<blocks, 256>>>(a.data(), b.data(), n, of_blocks.data());
    CHECK(added() == expected);
    exercises::dot_of_blocks<<<blocks, exercises::dot_block>>>(a.data(), b.data(), static_cast<int>(n),
                                                               of_blocks.data());
    CHECK(added() == expected);
    exercises::add_up_blocks<<<1, exercises::dot_block>>>(of_blocks.data(), blocks, sum.data());
    CHECK(gpu::fetch(sum.data()) == expected);
}

}  // namespace

TEST_CASE("exercises: column means, by column and by tile") { check_column_means(shapes); }

TEST_CASE("exercises: matrix times vector, and vector times matrix, over three semirings") {
    check_matrix_times_vector(exercises::plus_times<float>{}, exercises::made_items<float>);
    check_matrix_times_vector(exercises::min_plus<float>{}, exercises::made_distances<float>);
    check_matrix_times_vector(exercises::or_and{}, exercises::made_items<unsigned char>);
}

TEST_CASE("exercises: the dot product in one call, and with the CPU or one block adding up") {
    const gpu::stream s;
    for (const index_t n : {0, 1, 1000, 3'000'001}) {
        const auto x = exercises::made_items<double>(n, 1);
        const auto y = exercises::made_items<double>(n, 2);
        const gpu::buffer<double> a(x);
        const gpu::buffer<double> b(y);
        CHECK(impulse::dot(impulse::automatic.on(s), a, b) ==
              std::inner_product(x.begin(), x.end(), y.begin(), 0.0));
        check_dot(n, 264);
    }
}

TEST_CASE("[sanitize] exercises") {
    check_column_means(some_shapes);
    check_matrix_times_vector(exercises::plus_times<float>{}, exercises::made_items<float>, some_shapes);
    check_dot(20'001, 20);
}
