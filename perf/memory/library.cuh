// SPDX-License-Identifier: Apache-2.0
// Calls of the library, for rows.
#pragma once

#include <impulse/reduce.hpp>
#include <timing.cuh>

namespace perf {

/// A call of one of the library's algorithms, with the workspace that it needs.
template <class Algorithm, class... Args>
work call_of(const Algorithm& algorithm, Args... args) {
    const auto how = impulse::automatic.on(lab::instance().stream());
    const auto space =
        std::make_shared<impulse::workspace>(algorithm.workspace_bytes(how, args...), impulse::device);
    return [=] { algorithm(how.with(*space), args...); };
}

}  // namespace perf
