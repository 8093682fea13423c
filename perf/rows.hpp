// SPDX-License-Identifier: Apache-2.0
// The rows of the suite on a GPU, file by file.
#pragma once

#include <comparison.cuh>

namespace perf {

using rows = std::vector<comparison>;

rows sums_of_numbers();          ///< of 1, 4 and 8 bytes; floors at 2^28 and 2^30
rows structs();                  ///< of 12 to 128 bytes
rows narrow_numbers();           ///< of 1 and 2 bytes
rows positions();                ///< the positions of the extreme items
rows moments();                  ///< mean and variance, and seven statistics at once
rows one_less();                 ///< 2^k - 1 items, compared with 2^k
rows iterators();                ///< compared with a pointer
rows text();                     ///< its words and its CRC-32
rows tree_by_size();             ///< f32, f64, matrices: the tree, unordered, CUB
rows ordered_sums();             ///< i32, declared ordered
rows ordered_matrices();         ///< an operator that does not commute
rows each_policy();              ///< on the same items
rows dot_products();             ///< two ranges
rows sums_by_size();             ///< i32, every power of two, GPU time
rows sums_by_size_end_to_end();  ///< the same, end to end

}  // namespace perf
