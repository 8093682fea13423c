// SPDX-License-Identifier: Apache-2.0
// Takes the time of several functions by turns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace perf {

/// Runs a side that often; how many seconds all calls took.
using timed_calls = std::function<double(std::int64_t calls)>;

/// Of each side samples of the seconds that one call takes.
std::vector<std::vector<double>> take_turns(const std::vector<timed_calls>& sides);

}  // namespace perf
