// SPDX-License-Identifier: Apache-2.0
//
// Compares the policies on the same items.
#include <rows.hpp>
#include <sides.cuh>

namespace perf {

namespace {

template <const auto& Policy>
std::vector<entrant> sides(std::int64_t n) {
    return sides_of(entrant{"impulse", impulse_side<int>(n, 0, impulse::plus{}, Policy)},
                    entrant{"cub", cub_sum_side<int>(n)});
}

template <const auto& Policy>
comparison row(const char* name) {
    return compare<int>(name, timing::gpu, std::int64_t{1} << 28, sides<Policy>);
}

}  // namespace

rows each_policy() {
    return {row<impulse::single_block>("gpu/single_block"), row<impulse::two_pass>("gpu/two_pass"),
            row<impulse::last_block>("gpu/last_block"), row<impulse::work_queue>("gpu/work_queue"),
            row<impulse::automatic>("gpu/automatic")};
}

}  // namespace perf
