// SPDX-License-Identifier: Apache-2.0
// The families of rows of the suite of execution, file by file. All by the GPU's clock.
#pragma once

#include <measured_row.hpp>

namespace perf {

rows divergence();          ///< lanes of a warp, and whole warps, that go different ways
rows arithmetic_latency();  ///< dependent steps, by the warps and the chains that hide them
rows memory_latency();      ///< loads, by the warps and the bytes in flight that hide them
rows occupancy_limits();    ///< the same kernel with fewer warps, for want of registers or of shared memory
rows number_types();        ///< the first trees over int, float and double

}  // namespace perf
