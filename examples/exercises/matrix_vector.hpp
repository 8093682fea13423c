// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrix-vector products over any semiring, in both orders: y = A x takes one warp for each row, y = x A
/// takes tiles of columns. (For a column-major matrix, A x works like x A here.)
#pragma once

#include "tiles.hpp"

#include <limits>

namespace exercises {

/// Numbers: y = A x.
template <class T>
struct plus_times {
    using value_type = T;
    impulse::plus add;
    impulse::multiplies multiply;
    T zero = 0;
};

/// Distances: y[i] = min over j of A[i][j] + x[j], one step of a shortest-path search (Bellman and Ford).
/// Without a path the distance is infinite.
template <class T>
struct min_plus {
    static_assert(std::numeric_limits<T>::has_infinity, "a distance needs a type with an infinity");
    using value_type = T;
    impulse::minimum add;
    impulse::plus multiply;
    T zero = std::numeric_limits<T>::infinity();
};

/// Reachability: y[i] is true if A[i][j] and x[j] are true for some j, one step of a breadth-first search.
/// Values are bytes, 0 or 1.
struct or_and {
    using value_type = unsigned char;
    impulse::bit_or add;
    impulse::bit_and multiply;
    unsigned char zero = 0;
};

IMPULSE_NO_EXEC_CHECK
template <class Block, class Semiring, class T>
IMPULSE_SHARED void matrix_times_vector(Block& block, const Semiring& ring, const matrix<T>& a, const T* x,
                                        T* y) {
    const auto warp = block.warp();
    const auto vector = impulse::contiguous(x, a.columns);
    const index_t warps = block.grid_size() * block.warps();
    for (index_t i = block.grid_rank() * block.warps() + block.warp_rank(); i < a.rows; i += warps) {
        const auto products =
            impulse::zipped(impulse::contiguous(a.row(i), a.columns), vector, ring.multiply);
        const auto sum = impulse::joint_reduce(warp, products, {0, a.columns}, ring.zero, ring.add);
        if (warp.rank() == 0) y[i] = static_cast<T>(sum);
    }
}

/// Adjacent threads read adjacent columns; all threads of a row use the same item of x. `shared` has space
/// for one value for each thread.
IMPULSE_NO_EXEC_CHECK
template <class Block, class Lanes, class Semiring, class T>
IMPULSE_SHARED void vector_times_matrix(Block& block, const Lanes& lanes, T* shared, const Semiring& ring,
                                        const matrix<T>& a, const T* x, T* y) {
    exercises::for_each_column(
        block, lanes, shared, a, ring.zero, ring.add,
        [&](index_t row, index_t column) { return static_cast<T>(ring.multiply(x[row], a(row, column))); },
        [y](index_t column, T sum) { y[column] = sum; });
}

}  // namespace exercises
