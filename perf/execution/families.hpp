// SPDX-License-Identifier: Apache-2.0
// The families of rows of the suite on execution, file by file. All times are GPU times.
#pragma once

#include <measured_row.hpp>

namespace perf {

rows divergence();          ///< lanes of a warp, and whole warps, on different code paths
rows arithmetic_latency();  ///< dependent steps, by the number of warps and of chains that hide their latency
rows memory_latency();      ///< loads, by the number of warps and of bytes in flight that hide their latency
rows occupancy_limits();    ///< the same kernel with fewer warps, because registers or shared memory run out
rows number_types();        ///< the first trees over int, float and double

}  // namespace perf
