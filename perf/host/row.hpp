// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row of the suite on the host: one of Impulse's sides beside the others.
#pragma once

#include "comparison.hpp"

namespace perf {

struct host_row {
    std::string row;
    std::int64_t n;
    std::string ours;
    std::shared_ptr<host_comparison> of;

    outcome measure() const;
};

/// Two rows of each comparison: by the tree, and reordered.
std::vector<host_row> rows_of(const host_comparisons& all);

}  // namespace perf
