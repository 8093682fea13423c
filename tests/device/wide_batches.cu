// SPDX-License-Identifier: Apache-2.0
// Batches of values of 72 and of 256 bytes.
#include "layouts.cuh"

TEST_CASE("batches: wide values, as whole results, short groups and pieces") {
    for (const index_t length : {1, 2, 5, 40, 1000, 70'001}) {
        using matrix = support::units<9>;
        using widest = support::units<32>;
        gpu::check_batches<matrix>(support::make_units<matrix>{1}, matrix{}, support::mix_units{}, 3, length,
                                   gpu::for_last_block);
        gpu::check_batches<widest>(support::make_units<widest>{2}, widest{}, support::mix_units{}, 3, length,
                                   gpu::for_last_block);
    }
}
