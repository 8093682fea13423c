// SPDX-License-Identifier: Apache-2.0
// Times several functions in turns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace perf {

/// Calls a side this many times; returns the seconds of all calls.
using timed_calls = std::function<double(std::int64_t calls)>;

/// For each side, samples of the seconds of one call.
std::vector<std::vector<double>> take_turns(const std::vector<timed_calls>& sides);

}  // namespace perf
