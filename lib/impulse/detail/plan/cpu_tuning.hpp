// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers that shape the loops of a CPU thread, as named data.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// Measured on an AMD EPYC with AVX2 (docs/notes/host.md) where a note is named. None of them changes a
/// result.
struct cpu_tuning {
    // ---- segments (cpu/serial_segments.hpp)

    /// Leaves of a segment that is reduced without a call, one less than a power of two. No measurement of
    /// the number is on record.
    static constexpr int leaves_without_call = 31;
    /// Places of a set of results that are read in turn, where a result has at most a page and at least the
    /// given part of one. docs/notes/host.md, "Rows and columns".
    static constexpr int places_in_turn = 4;
    static constexpr int least_part_of_page = 16;

    // ---- columns (cpu/serial_columns.hpp)

    /// Fewer columns are few: a node of `rows_of_few` rows is then worth a loop. No measurement is on record.
    static constexpr int few_columns = 8;
    static constexpr int rows_of_few = 64;
    /// Bytes of a long row, and the rows that are read at a time of long ones and of others.
    /// docs/notes/host.md, "Rows and columns": two or four rows no faster than eight.
    static constexpr int long_row_bytes = 512;
    static constexpr int long_rows = 8;
    static constexpr int short_rows = 4;
    /// Bytes of the rows that are read at a time, where columns are joined as vectors.
    static constexpr int node_bytes = 2048;
    /// Rows that are joined one by one, and the bytes of a row of nodes that wait.
    static constexpr int few_rows = 16;
    static constexpr int few_rows_bytes = 1024;

    // ---- blocks that stay in cache (cpu/together_by_blocks.hpp, cpu/find_extreme.hpp)

    /// Bytes of a block that is read again. No measurement is on record.
    static constexpr int block_bytes = 16 << 10;
    /// Doubles of a block whose norm is one sum (cpu/one_sum_of_block.hpp). docs/notes/host.md: 512 gain
    /// nothing.
    static constexpr int norm_block = 2048;
};

}  // namespace impulse::detail
