// SPDX-License-Identifier: Apache-2.0
// The exercises as plain loops, and items for which every result is exact.
#pragma once

#include "../../examples/exercises/column_means.hpp"
#include "../../examples/exercises/dot.hpp"
#include "../../examples/exercises/matrix_vector.hpp"

#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

namespace exercises {

/// Small integers of both signs; bytes are 0 or, rarely, 1.
template <class T>
std::vector<T> made_items(index_t count, unsigned seed) {
    std::minstd_rand chance(seed);
    std::vector<T> items(static_cast<std::size_t>(count));
    for (T& item : items) {
        const auto random = static_cast<int>(chance() >> 8);
        item = std::is_same_v<T, unsigned char> ? static_cast<T>(random % 50 == 0)
                                                : static_cast<T>(random % 21 - 10);
    }
    return items;
}

/// Distances, most of which are infinite.
template <class T>
std::vector<T> made_distances(index_t count, unsigned seed) {
    std::minstd_rand chance(seed);
    std::vector<T> items(static_cast<std::size_t>(count), std::numeric_limits<T>::infinity());
    for (T& item : items)
        if (chance() >> 8 & 1) item = static_cast<T>(chance() % 100);
    return items;
}

template <class T>
std::vector<double> serial_column_means(const matrix<T>& m) {
    std::vector<double> means(static_cast<std::size_t>(m.columns), 0.0);
    for (index_t i = 0; i < m.rows; ++i)
        for (index_t j = 0; j < m.columns; ++j)
            means[static_cast<std::size_t>(j)] += static_cast<double>(m(i, j));
    for (double& mean : means) mean /= static_cast<double>(m.rows);
    return means;
}

template <class Semiring, class T>
std::vector<T> serial_matrix_times_vector(const Semiring& ring, const matrix<T>& a, const std::vector<T>& x) {
    std::vector<T> y;
    for (index_t i = 0; i < a.rows; ++i) {
        T sum = ring.zero;
        for (index_t j = 0; j < a.columns; ++j)
            sum = static_cast<T>(
                ring.add(sum, static_cast<T>(ring.multiply(a(i, j), x[static_cast<std::size_t>(j)]))));
        y.push_back(sum);
    }
    return y;
}

template <class Semiring, class T>
std::vector<T> serial_vector_times_matrix(const Semiring& ring, const matrix<T>& a, const std::vector<T>& x) {
    std::vector<T> y(static_cast<std::size_t>(a.columns), ring.zero);
    for (index_t i = 0; i < a.rows; ++i)
        for (index_t j = 0; j < a.columns; ++j) {
            T& sum = y[static_cast<std::size_t>(j)];
            sum = static_cast<T>(
                ring.add(sum, static_cast<T>(ring.multiply(x[static_cast<std::size_t>(i)], a(i, j)))));
        }
    return y;
}

}  // namespace exercises
