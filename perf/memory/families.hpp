// SPDX-License-Identifier: Apache-2.0
// The families of rows of the suite on memory, file by file.
#pragma once

#include <measured_row.hpp>

namespace perf {

rows transfers();           ///< an array that is copied to the GPU, and one that is there; host time
rows layouts();             ///< an array of structures compared with a structure of arrays; GPU time
rows alignments();          ///< aligned and misaligned bases; GPU time
rows strides();             ///< every k-th item; GPU time
rows transpositions();      ///< a matrix is transposed, and the bounds of that; GPU time
rows plain_sums();          ///< the books' own kernels, for loads; GPU time
rows plain_copies();        ///< the books' own kernels, for loads and stores; GPU time
rows tables();              ///< a small table in every kind of read-only memory; GPU time
rows windows();             ///< the effect of L1, by its settings; GPU time
rows local_memory();        ///< arrays of a thread, and too few registers; GPU time
rows zero_copies();         ///< kernels that read host memory, by size and kind; host time
rows allocations();         ///< the cost of allocating and freeing memory; host time
rows small_transfers();     ///< one copy in many parts; host time
rows managed_matrices();    ///< two matrices added in unified memory; host time
rows overlaps();            ///< copies and kernels at the same time, on 1 to 8 streams; host time
rows concurrent_kernels();  ///< small kernels side by side, on 1 to 32 streams; host time

/// The rates, in bytes a second, at which the GPU reads its memory, and at which pinned memory is copied to
/// it.
double read_roof();

}  // namespace perf
