// SPDX-License-Identifier: Apache-2.0
// One row of a suite that measures how the GPU behaves: its memory, its execution.
#pragma once

#include <report.hpp>

namespace perf {

/// Named figures that explain a row: registers, occupancy, nanoseconds for each step.
using facts = std::vector<figure>;

struct row {
    std::string name;    ///< family and name
    std::string lesson;  ///< what the row shows, in a sentence
    std::int64_t n;
    double useful_bytes;              ///< bytes that the code asks for; 0 if the row is not about memory
    double touched_bytes;             ///< bytes that memory moves for them: whole sectors of 32 bytes
    std::function<double()> seconds;  ///< measures; throws if a result is wrong
    double operations = 0;            ///< arithmetic operations; 0 if the row is not about arithmetic
    std::function<facts(double)> explained_by = nullptr;  ///< computes the facts from the seconds
};

using rows = std::vector<row>;

}  // namespace perf
