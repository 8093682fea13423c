// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row of the suite on the host: several functions reduce the same floats, by turns.
#pragma once

#include <cstdint>
#include <string>
#include <table.hpp>
#include <vector>

namespace perf {

using host_side = float (*)(const std::vector<float>&);

struct host_entrant {
    std::string name;
    host_side call;
    double floor = 0;  ///< see rival::floor
};

/// All sides, Impulse first.
struct host_row {
    std::string row;
    std::int64_t n;
    std::vector<host_entrant> sides;

    outcome measure() const;
};

std::vector<host_row> host_rows();

}  // namespace perf
