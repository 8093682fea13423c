// SPDX-License-Identifier: Apache-2.0
// A reduction by OpenMP: each thread reduces one share, by share(begin, end), which uses SIMD.
#pragma once

#if defined(_OPENMP)
#include <omp.h>

#include <cstddef>

namespace perf {

/// Not `parallel for simd`, which clang++ 14 does not vectorize.
template <class Value, class Share, class Join>
Value by_openmp(std::size_t n, Value result, const Share& share, const Join& join) {
#pragma omp parallel
    {
        const auto threads = static_cast<std::size_t>(omp_get_num_threads());
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        const Value mine = share(n * me / threads, n * (me + 1) / threads);
#pragma omp critical
        result = join(result, mine);
    }
    return result;
}

template <class Item>
value_of<Item> openmp_sum(items_of<Item> x) {
    const auto share = [x](std::size_t begin, std::size_t end) {
        value_of<Item> result = 0;
#pragma omp simd reduction(+ : result)
        for (std::size_t i = begin; i < end; ++i) result += x[i];
        return result;
    };
    return by_openmp(x.size(), value_of<Item>(), share, std::plus<>{});
}

template <class Item>
value_of<Item> openmp_dot(items_of<Item> x, items_of<Item> y) {
    const auto share = [x, y](std::size_t begin, std::size_t end) {
        value_of<Item> result = 0;
#pragma omp simd reduction(+ : result)
        for (std::size_t i = begin; i < end; ++i) result += x[i] * y[i];
        return result;
    };
    return by_openmp(x.size(), value_of<Item>(), share, std::plus<>{});
}

template <class Item>
Item openmp_max(items_of<Item> x) {
    const auto share = [x](std::size_t begin, std::size_t end) {
        Item result = x[0];
#pragma omp simd reduction(max : result)
        for (std::size_t i = begin; i < end; ++i) result = result < x[i] ? x[i] : result;
        return result;
    };
    return by_openmp(x.size(), x[0], share, [](Item a, Item b) { return a < b ? b : a; });
}

/// A share of matrices is reduced one by one.
inline matrix openmp_product(items_of<matrix> x) {
    const auto share = [x](std::size_t begin, std::size_t end) {
        matrix result = identity_of<matrix>();
        for (std::size_t i = begin; i < end; ++i) result = multiply{}(result, x[i]);
        return result;
    };
    return by_openmp(x.size(), identity_of<matrix>(), share, multiply{});
}

}  // namespace perf
#endif
