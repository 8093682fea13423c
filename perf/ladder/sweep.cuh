// SPDX-License-Identifier: Apache-2.0
/// \file
/// The books' guidelines for grids and blocks, put to the test.
#pragma once

#include "bench.cuh"

namespace ladder {

/// Registers one benchmark for each size of block and number of blocks, which measures every way to load.
/// Each prints a line; after them report_guidelines() says what followed each guideline and what did not.
void register_sweep(bench& on);
/// How many lines failed.
int report_guidelines();

}  // namespace ladder
