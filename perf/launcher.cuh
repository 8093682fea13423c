// SPDX-License-Identifier: Apache-2.0
// The ladder's launches, for rows.
#pragma once

#include <ladder/gpu.cuh>

namespace perf {

inline ladder::gpu& launcher() {
    static ladder::gpu only;
    return only;
}

}  // namespace perf
