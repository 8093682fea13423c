// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rows of the suite on a GPU, file by file.
#pragma once

#include <comparison.cuh>
#include <vector>

namespace perf {

using rows = std::vector<comparison>;

rows sums_by_size();             ///< i32, every power of two, by the GPU's clock
rows sums_by_size_end_to_end();  ///< the same, from the call to the value

}  // namespace perf
