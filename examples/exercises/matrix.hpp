// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row-major matrix in memory.
#pragma once

#include <impulse/config.hpp>

namespace exercises {

using impulse::index_t;

template <class T>
struct matrix {
    const T* items;
    index_t rows;
    index_t columns;

    IMPULSE_SHARED const T* row(index_t i) const { return items + i * columns; }
    IMPULSE_SHARED const T& operator()(index_t i, index_t j) const { return row(i)[j]; }
};

}  // namespace exercises
