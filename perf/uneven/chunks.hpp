// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perf {

/// Pieces that are assigned before, or fetched from a queue, in the same shapes: at three skews, by the
/// length of pieces, and in the library's shape.
void compare_chunks();

}  // namespace perf
