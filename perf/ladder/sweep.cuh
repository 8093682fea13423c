// SPDX-License-Identifier: Apache-2.0
// The books' guidelines for grids and blocks, put to the test.
#pragma once

#include "bench.cuh"

namespace ladder {

/// Adds a row for each size of block and number of blocks, which has every way to load. tables.py says what
/// followed each guideline and what did not.
void sweep(bench& on);

}  // namespace ladder
