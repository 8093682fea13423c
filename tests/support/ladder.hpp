// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rungs of perf/ladder that run on emulated blocks, and what each must do there.
#pragma once

#include <emulated/gpu.hpp>
#include <monoids.hpp>

#include "../../perf/ladder/grid.cuh"
#include "../../perf/ladder/in_place.cuh"
#include "../../perf/ladder/one_block.cuh"
#include "../../perf/ladder/one_warp.cuh"
#include "../../perf/ladder/queue.cuh"
#include "../../perf/ladder/shared_memory.cuh"
#include "../../perf/ladder/vectors.cuh"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace support {

/// In what order threads may run: all together, the last warp first, the first warp first, by chance.
inline std::vector<std::unique_ptr<ladder::gpu>> emulated_gpus() {
    using emulated::turns;
    std::vector<std::unique_ptr<ladder::gpu>> all;
    all.push_back(std::make_unique<ladder::gpu>(turns::oldest));
    all.push_back(std::make_unique<ladder::gpu>(turns::newest));
    all.push_back(std::make_unique<ladder::gpu>(turns::newest, true));
    all.push_back(std::make_unique<ladder::gpu>(turns::by_chance));
    all.push_back(std::make_unique<ladder::gpu>(turns::oldest));  // and with stores that are seen early
    all.back()->sees_at_once = true;
    return all;
}

inline std::vector<ladder::family> emulated_rungs() {
    const auto unrolled = [](auto* kernel, int threads) {
        return ladder::rung{"completely_unrolled", "", [=](ladder::gpu& on, const ladder::work<int>& w) {
                                ladder::level_by_level(on, w, kernel, threads, 2 * threads);
                            }};
    };
    return {
        ladder::vector_addition(),
        ladder::shared_memory(),
        {"other_block_sizes",
         {unrolled(ladder::completely_unrolled<64>, 64), unrolled(ladder::completely_unrolled<1024>, 1024)}},
        ladder::in_place(),
        ladder::one_warp_rungs(),
        ladder::one_block(),
        ladder::grid(),
        ladder::queue()};
}

/// One call on n items; a word for what is wrong, if anything.
template <class T>
std::string call_rung(const std::function<void(ladder::gpu&, const ladder::work<T>&)>& rung, bool in_place,
                      ladder::gpu& on, const std::vector<T>& items, const T& poison,
                      std::vector<T> expected) {
    std::vector<T> seen = items;
    std::vector<T> scratch(items.size() / 128 + 4096, poison);
    std::vector<unsigned> counter(1);
    expected.push_back(poison);  // nothing is written behind the results
    std::vector<T> out(expected.size(), poison);
    on.share(seen, scratch, counter, out);
    rung(on, {seen.data(), static_cast<int>(items.size()), scratch.data(), counter.data(), out.data()});
    if (!(out == expected)) return "another result";
    if (counter[0] != 0) return "a counter that is left set";
    return in_place || seen == items ? "" : "changed items";
}

inline std::string check_rung(const ladder::rung& rung, ladder::gpu& on, int n) {
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
    const std::string wrong = call_rung(rung.add_up, rung.in_place, on, numbers, INT32_MIN, expected);
    if (!wrong.empty() || !rung.join_in_order) return wrong;
    return call_rung(rung.join_in_order, rung.in_place, on, letters, broken, {stretch{0, n}});
}

}  // namespace support
