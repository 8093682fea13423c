// SPDX-License-Identifier: Apache-2.0
// Thrust's reduction by OpenMP. It needs CCCL's headers, but not nvcc.
#pragma once

#include "items.hpp"

namespace perf {

template <class Item>
value_of<Item> thrust_omp(items_of<Item> x);

}  // namespace perf
