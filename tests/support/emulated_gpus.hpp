// SPDX-License-Identifier: Apache-2.0
// The emulated GPUs on which kernels of perf must be right; each runs threads in another order.
#pragma once

#include <emulated/gpu.hpp>

namespace support {

/// The order of threads: all together, the last warp first, the first warp first, random.
inline std::vector<std::unique_ptr<emulated::gpu>> emulated_gpus() {
    using emulated::turns;
    std::vector<std::unique_ptr<emulated::gpu>> all;
    all.push_back(std::make_unique<emulated::gpu>(turns::oldest));
    all.push_back(std::make_unique<emulated::gpu>(turns::newest));
    all.push_back(std::make_unique<emulated::gpu>(turns::newest, true));
    all.push_back(std::make_unique<emulated::gpu>(turns::by_chance));
    // One more, where stores become visible early.
    all.push_back(std::make_unique<emulated::gpu>(turns::oldest));
    all.back()->sees_at_once = true;
    return all;
}

}  // namespace support
