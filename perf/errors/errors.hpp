// SPDX-License-Identifier: Apache-2.0
// Rows of relative errors: the largest over several inputs, for each way to compute the same value.
#pragma once

#include <report.hpp>

#include <array>

namespace perf {

void tell_errors_of_sums();
void tell_errors_of_variances();

/// find(seed) gives the error of each way. The row has the largest error over `inputs` seeds.
template <std::size_t Ways, class Find>
void add_worst(finding& row, const std::array<const char*, Ways>& ways, unsigned inputs, const Find& find) {
    std::array<double, Ways> worst{};
    for (unsigned seed = 0; seed < inputs; ++seed) {
        const std::array<double, Ways> found = find(seed);
        for (std::size_t way = 0; way < Ways; ++way) worst[way] = (std::max)(worst[way], found[way]);
    }
    for (std::size_t way = 0; way < Ways; ++way) row.add(ways[way], worst[way]);
}

}  // namespace perf
