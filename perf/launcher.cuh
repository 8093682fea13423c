// SPDX-License-Identifier: Apache-2.0
// Launches kernels for rows, as the ladder does.
#pragma once

#include <ladder/gpu.cuh>

namespace perf {

inline ladder::gpu& launcher() {
    static ladder::gpu only;
    return only;
}

}  // namespace perf
