// SPDX-License-Identifier: Apache-2.0
// The rungs of perf/ladder that run on emulated blocks, and the checks of each.
//
// If nvcc compiles this file they run on a GPU.
#pragma once

#ifndef __CUDACC__
#include <emulated_gpus.hpp>
#endif

#include "../../perf/ladder/as_printed.cuh"
#include "../../perf/ladder/grid.cuh"
#include "../../perf/ladder/levels.cuh"
#include "../../perf/ladder/one_warp.cuh"
#include "../../perf/ladder/queue.cuh"
#include "../../perf/ladder/unrolling.cuh"
#include "../../perf/ladder/vectors.cuh"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace support {

#ifndef __CUDACC__
/// Memory that emulated blocks share, in vectors.
struct emulated_memory {
    template <class T>
    struct array {
        std::vector<T> items;
        explicit array(std::vector<T> from) : items(std::move(from)) {}
        T* data() { return items.data(); }
        const std::vector<T>& fetch() const { return items; }
    };
    template <class... Arrays>
    static void share(ladder::gpu& on, Arrays&... arrays) {
        on.share(arrays.items...);
    }
};
#endif

inline std::vector<ladder::family> emulated_rungs() {
    // The other rungs of these families have the same kernels, for other numbers of items.
    const auto first = [](ladder::family all, std::ptrdiff_t count) {
        all.rungs.erase(all.rungs.begin() + count, all.rungs.end());
        return all;
    };
    return {ladder::vector_addition(),
            ladder::shared_memory(),
            ladder::complete_unrolling(),
            ladder::in_place(),
            first(ladder::headline_ratios(), 3),
            first(ladder::levels_from_the_host(), 1),
            ladder::one_warp_rungs(),
            ladder::one_block(),
            ladder::grid(),
            ladder::queue()};
}

/// Calls a rung once on n items; returns what is wrong, or an empty string. `Memory` makes arrays that the
/// rung can access.
template <class Memory, class T>
std::string call_rung(const std::function<void(ladder::gpu&, const ladder::work<T>&)>& rung, bool in_place,
                      ladder::gpu& on, const std::vector<T>& items, const T& poison,
                      std::vector<T> expected) {
    using values = typename Memory::template array<T>;
    expected.push_back(poison);  // nothing may be written after the results
    values seen(items), scratch(std::vector<T>(items.size() / 128 + 4096, poison)),
        out(std::vector<T>(expected.size(), poison));
    typename Memory::template array<unsigned> counter(std::vector<unsigned>(1));
    Memory::share(on, seen, scratch, counter, out);
    rung(on, {seen.data(), static_cast<int>(items.size()), scratch.data(), counter.data(), out.data()});
    if (!(out.fetch() == expected)) return "another result";
    if (counter.fetch()[0] != 0) return "a counter that is left set";
    return in_place || seen.fetch() == items ? "" : "changed items";
}

template <class Memory>
std::string check_rung(const ladder::rung& rung, ladder::gpu& on, int n) {
    std::vector<int> numbers;
    std::vector<stretch> letters;
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        numbers.push_back(static_cast<int>(scatter(static_cast<std::uint64_t>(i)) % 1001));
        letters.push_back(make_stretch{}(i));
        sum += numbers.back();
    }
    std::vector<int> expected{sum};
    if (rung.vectors) {
        const auto second = numbers.begin() + n / 2;
        expected.resize(static_cast<std::size_t>(n / 2));
        std::transform(numbers.begin(), second, second, expected.begin(), std::plus{});
    }
    const std::string wrong =
        support::call_rung<Memory>(rung.add_up, rung.in_place, on, numbers, INT32_MIN, expected);
    if (!wrong.empty() || !rung.join_in_order) return wrong;
    return support::call_rung<Memory>(rung.join_in_order, rung.in_place, on, letters, broken,
                                      {stretch{0, n}});
}

}  // namespace support
