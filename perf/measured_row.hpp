// SPDX-License-Identifier: Apache-2.0
// One row of a suite that measures how the GPU behaves: memory, execution.
#pragma once

#include <report.hpp>

namespace perf {

/// Named figures that explain a row: registers, occupancy, nanoseconds per step.
using facts = std::vector<figure>;

struct row {
    std::string name;    ///< family and row
    std::string lesson;  ///< what it shows, in a sentence
    std::int64_t n;
    double useful_bytes;              ///< of what is asked for; 0 where the row is about other things
    double touched_bytes;             ///< that memory moves for it: whole sectors of 32 bytes
    std::function<double()> seconds;  ///< measures; throws where a result is not the expected one
    double operations = 0;            ///< of arithmetic; 0 where the row is about other things
    std::function<facts(double)> explained_by = nullptr;  ///< from the seconds
};

using rows = std::vector<row>;

}  // namespace perf
