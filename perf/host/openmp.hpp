// SPDX-License-Identifier: Apache-2.0
// A reduction by OpenMP: each thread reduces one share, and uses SIMD for numbers.
#pragma once

#if defined(_OPENMP)
#include <omp.h>

#include "items.hpp"

namespace perf {

template <class Item>
value_of<Item> openmp_share(items_of<Item> x) {
    const Item* const items = x.data();
    const std::size_t n = x.size();
    value_of<Item> result = identity_of<Item>();
    if constexpr (is_number<Item>) {
#pragma omp simd reduction(+ : result)
        for (std::size_t i = 0; i < n; ++i) result += items[i];
    } else {
        for (std::size_t i = 0; i < n; ++i) result = operator_of<Item>{}(result, items[i]);
    }
    return result;
}

/// Not `parallel for simd`, which clang++ 14 does not vectorize.
template <class Item>
value_of<Item> openmp_simd(items_of<Item> x) {
    value_of<Item> result = identity_of<Item>();
#pragma omp parallel
    {
        const auto threads = static_cast<std::size_t>(omp_get_num_threads());
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        const std::size_t begin = x.size() * me / threads;
        const std::size_t end = x.size() * (me + 1) / threads;
        const value_of<Item> share = openmp_share<Item>(x.subspan(begin, end - begin));
#pragma omp critical
        result = operator_of<Item>{}(result, share);
    }
    return result;
}

}  // namespace perf
#endif
