// SPDX-License-Identifier: Apache-2.0
/// \file
/// The emulated GPUs on which kernels of perf must be right, each of which lets threads run in another order.
#pragma once

#include <emulated/gpu.hpp>

#include <memory>
#include <vector>

namespace support {

/// In what order threads may run: all together, the last warp first, the first warp first, by chance.
inline std::vector<std::unique_ptr<emulated::gpu>> emulated_gpus() {
    using emulated::turns;
    std::vector<std::unique_ptr<emulated::gpu>> all;
    all.push_back(std::make_unique<emulated::gpu>(turns::oldest));
    all.push_back(std::make_unique<emulated::gpu>(turns::newest));
    all.push_back(std::make_unique<emulated::gpu>(turns::newest, true));
    all.push_back(std::make_unique<emulated::gpu>(turns::by_chance));
    all.push_back(std::make_unique<emulated::gpu>(turns::oldest));  // and with stores that are seen early
    all.back()->sees_at_once = true;
    return all;
}

}  // namespace support
