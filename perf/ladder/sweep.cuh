// SPDX-License-Identifier: Apache-2.0
// Tests the books' guidelines for grids and blocks.
#pragma once

#include "bench.cuh"

namespace ladder {

/// Adds a row for each block size and number of blocks; the row has all ways to load. tables.py says which
/// shapes follow which guideline.
void sweep(bench& on);

}  // namespace ladder
