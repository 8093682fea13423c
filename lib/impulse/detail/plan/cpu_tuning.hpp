// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers that shape the loops of a CPU thread, as named data.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// Numbers with a named note were measured on an AMD EPYC with AVX2 (docs/notes/host.md). None of them
/// changes a result.
struct cpu_tuning {
    // ---- segments (cpu/serial_segments.hpp)

    /// Segments of fewer leaves are reduced without a call; a power of two. No measurement of the number is
    /// on record.
    static constexpr int leaves_without_call = 32;
    /// The same for numbers that are read as vectors, in vectors, a power of two. docs/notes/host.md, "Short
    /// segments by vectors", and docs/notes/keys.md, "On the host: list and reduce at once".
    static constexpr int vectors_without_call = 16;
    /// The number of places of a batch that a thread reads alternately, how many bytes of each, from how many
    /// bytes of a batch on, and up to how many of a result. docs/notes/host.md, "Layouts from memory".
    static constexpr int places_in_turn = 4;
    static constexpr index_t bytes_in_turn = 512;
    static constexpr index_t least_in_turn = 512 << 10;
    static constexpr index_t longest_in_turn = 4096;

    // ---- runs of equal keys (kernel/runs_by_thread.hpp)

    /// The positions whose runs are listed at a time, a multiple of 64, and the runs that are joined in one
    /// loop if they are equal. docs/notes/keys.md, "On the host: list and reduce at once".
    static constexpr int keys_listed = 2048;
    static constexpr int runs_at_once = 256;

    // ---- columns (cpu/serial_columns.hpp)

    /// With fewer columns than this a node of `rows_of_few` rows is worth a loop. No measurement is on
    /// record.
    static constexpr int few_columns = 8;
    static constexpr int rows_of_few = 64;
    /// The bytes of a long row, and how many long rows and other rows are read at a time. docs/notes/host.md,
    /// "Rows and columns": two or four rows are not faster than eight.
    static constexpr int long_row_bytes = 512;
    static constexpr int long_rows = 8;
    static constexpr int short_rows = 4;
    /// The bytes of the rows that are read at a time, if columns are joined as vectors.
    static constexpr int node_bytes = 2048;
    /// Rows of arrays from so many bytes on are prefetched, and rows of at most `row_in_turn` bytes are read
    /// alternately at several places, if a thread takes at least `rows_in_turn` bytes of them.
    /// docs/notes/host.md, "Layouts from memory".
    static constexpr index_t cached_array = 4 << 20;
    static constexpr index_t row_in_turn = 256;
    static constexpr index_t rows_in_turn = 128 << 10;
    /// How many adjacent rows of few numbers, each read as one vector, are read at a time if they are not
    /// prefetched; and from how many bytes on their array is: below, prefetching took up to a fifth of the
    /// speed. The same note.
    static constexpr int adjacent_rows = 256;
    static constexpr index_t cached_adjacent = 48 << 20;
    /// The most rows that are joined one by one, and the bytes of a row of waiting nodes.
    static constexpr int few_rows = 16;
    static constexpr int few_rows_bytes = 1024;

    // ---- blocks that stay in cache (cpu/together_by_blocks.hpp, cpu/find_extreme.hpp)

    /// Bytes of a block that is read again. No measurement is on record.
    static constexpr int block_bytes = 16 << 10;
    /// Doubles of a block whose norm is one sum (cpu/one_sum_of_block.hpp). docs/notes/host.md: 512 are not
    /// faster.
    static constexpr int norm_block = 2048;
};

}  // namespace impulse::detail
