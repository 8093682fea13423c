// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

namespace perf {

namespace {

/// What the ratio must reach; 0 asks nothing.
double floor_of(const std::string& ours, const std::string& other, std::int64_t n) {
    constexpr std::int64_t large = 1 << 24, small = 1 << 12;
    if (other == "reordered") return n < large ? 0.45 : 0;
    if (other == "loop") return n < small ? 1 / 1.2 : 0;
    return n < large ? 0 : ours == "tree" ? 0.95 : 1.1;
}

}  // namespace

outcome host_row::measure() const {
    const comparison_results& found = of->results();
    const side_result& mine = found.side(ours);
    outcome shown{row, n, of->bytes, mine.seconds, {}, mine.spread};
    for (const side_result& other : found.sides)
        if (other.name != ours && other.name != "tree")
            shown.rivals.push_back({other.name, other.seconds, floor_of(ours, other.name, n),
                                    mine.right && other.right, other.spread});
    return shown;
}

std::vector<host_row> rows_of(const host_comparisons& all) {
    std::vector<host_row> rows;
    for (const auto& one : all)
        for (const char* const ours : {"tree", "reordered"})
            rows.push_back({std::string("host/") + ours + " " + one->type, one->n, ours, one});
    return rows;
}

}  // namespace perf
