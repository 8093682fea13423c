// SPDX-License-Identifier: Apache-2.0
// The families of rows of the suite of memory, file by file.
#pragma once

#include <measured_row.hpp>

namespace perf {

rows transfers();         ///< an array on its way to the GPU, and there; by the host's clock
rows layouts();           ///< an array of structures against a structure of arrays; by the GPU's clock
rows alignments();        ///< bases on and off the boundary; likewise
rows strides();           ///< every k-th item; likewise
rows transpositions();    ///< a matrix turned over, and what bounds that; likewise
rows plain_sums();        ///< the texts' own kernels, for loads; by the GPU's clock
rows plain_copies();      ///< the same for loads and stores; likewise
rows tables();            ///< a small table in every kind of memory that is only read; likewise
rows windows();           ///< what L1 does, by its switches; likewise
rows local_memory();      ///< arrays of a thread, and registers that are too few; likewise
rows zero_copies();       ///< host memory that kernels read themselves, by size and kind; by the host's clock
rows allocations();       ///< what it takes to allocate memory, and to free it; likewise
rows small_transfers();   ///< one copy in many parts; likewise
rows managed_matrices();  ///< two matrices added in unified memory; likewise
rows overlaps();          ///< copies and kernels at the same time, on 1 to 8 streams; likewise
rows concurrent_kernels();  ///< small kernels side by side, on 1 to 32 streams; likewise

/// The bytes per second at which the GPU reads its own memory, and at which pinned memory is copied to it.
double read_roof();

}  // namespace perf
