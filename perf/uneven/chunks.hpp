// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perf {

/// Compares pieces that are assigned at the start with pieces that are fetched from a queue, in the same
/// shapes: at three skews, by the length of pieces, and in the library's shape.
void compare_chunks();

}  // namespace perf
