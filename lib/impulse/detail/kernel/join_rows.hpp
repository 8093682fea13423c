// SPDX-License-Identifier: Apache-2.0
/// \file
/// `join_rows`: computes a result for each column of a few rows, each anywhere in memory, and writes the
/// results to one array or to several.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(devices.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/column_tile_reduce.hpp>
#include <impulse/detail/kernel/work.hpp>
#include <impulse/detail/op/initial_value.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/rows_source.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The arrays to which the results are written, the same results to each.
template <class Result>
struct result_rows {
    Result* rows[max_rows];
    int count;
};

/// A launch, called on every thread of a grid. A thread takes the adjacent columns of a word, and loads the
/// words of several rows at once.
template <class Acc, class Source, class Op, class Init, class Result>
struct join_rows {
    using accumulator = Acc;
    using source_type = Source;
    using operator_type = Op;
    using item = typename Source::item_type;
    template <int>
    static constexpr int exchanged = 0;
    static constexpr int length = leaf_length<Acc, Op, item>();
    /// The number of columns of a word; 0: items are read one by one.
    static constexpr int each = [] {
        if constexpr (has_rows_beneath<Source> && length == 1) {
            using read = typename array_of<Source>::item_type;
            return detail::power_within(
                (std::max)(1, (std::min)(16 / int{sizeof(read)}, 32 / int{sizeof(uninitialized<Acc>)})));
        } else {
            return 0;
        }
    }();
    /// The number of rows whose items a thread has in registers.
    static constexpr int at_once = [] {
        const int bytes =
            (std::max)(1, each) * (std::max)(Source::read_bytes, int{sizeof(uninitialized<Acc>)});
        return detail::power_within((std::min)(8, (std::max)(1, 64 / bytes)));
    }();
    static constexpr bool needs_255_registers = sizeof(Acc) * at_once > 64;

    Source source;
    Op op;
    Init init;
    result_rows<Result> out;
    index_t columns;
    int rows;
    index_t words;  ///< the number of words, from `words_in`
    bool clears;    ///< whether to set the items to zero after they are read
    std::uint32_t zero;

    IMPULSE_SHARED const join_rows& problem() const { return *this; }

    /// The number of whole words, if all rows and results begin at words.
    index_t words_in() const {
        if constexpr (each == 0) {
            return 0;
        } else {
            const auto begins = [](const void* at, int word) {
                return reinterpret_cast<std::uintptr_t>(at) % static_cast<unsigned>(word) == 0;
            };
            const auto& beneath = source.beneath().source;
            bool all = true;
            for (int r = 0; r < rows; ++r) all = all && begins(beneath.rows[r], beneath.template word<each>);
            for (int o = 0; o < out.count; ++o) all = all && begins(out.rows[o], word_of_results);
            return all ? columns / each : 0;
        }
    }
    /// The number of steps that the threads of the grid share: words, and columns that are joined alone.
    index_t iterations() const { return words + (columns - words * each); }

    IMPULSE_SHARED void operator()(auto& block) const {
        detail::in_place(*this, [&](auto& from, const auto& join) {
            const index_t threads = block.grid_size() * block.size();
            const index_t first = block.grid_rank() * block.size() + block.rank();
            if constexpr (each > 0)
                // fault: words-of-grid
                for (index_t w = first; w < words; w += threads) take<each, true>(from, join, w * each);
            for (index_t j = words * each + first; j < columns; j += threads) take<1, false>(from, join, j);
        });
    }

  private:
    static constexpr int word_of_results = [] {
        int align = 16;
        while ((std::max)(1, each) * int{sizeof(Result)} % align != 0) align /= 2;
        return align;
    }();

    /// The bytes that are stored at once; outside of words results have only the alignment of their type.
    template <bool Words>
    // fault: word-of-results
    static constexpr int stored = Words ? word_of_results : (std::min)(16, int{alignof(Result)});

    template <int Columns, bool Words, class From, class Join>
    IMPULSE_INLINE void take(From& from, const Join& join, index_t column) const {
        using counter_type = column_counter<Acc, std::remove_reference_t<decltype(join.op())>, Columns, 4>;
        const counter_type counter(join);
        typename counter_type::low_levels low;
        typename counter_type::other_levels others;
        typename counter_type::nodes node;
        const int leaves = (rows + length - 1) / length;
        std::uint32_t t = 0;
        IMPULSE_NO_UNROLL
        for (int at = 0; at < leaves; at += at_once, ++t) {
            const auto is_valid = [&](int k) { return at + k < leaves; };
            const auto put = [&](int s, const auto& leaf) {
                uninitialized<Acc> part[std::size_t{at_once}];
                IMPULSE_UNROLL
                for (int k = 0; k < at_once; ++k)
                    if (is_valid(k)) part[k] = uninitialized<Acc>(leaf(k));
                detail::join_registers(part, join, is_valid);
                node[s] = part[0];
            };
            if constexpr (Words) {
                using array = array_of<From>;
                const auto items =
                    from.beneath().source.template load_words<Columns, at_once>(column, at, leaves - at);
                IMPULSE_UNROLL
                for (int s = 0; s < Columns; ++s) {
                    const auto of_column =
                        from.over(typename array::template column<decltype(items), Columns>{items, s}, at);
                    put(s, [&](int k) { return join.lift(of_column[k]); });
                }
            } else {
                const auto all =
                    detail::leaves_in<kernel_tuning::in_flight>(from, join, {column, column + rows});
                put(0, [&](int k) { return all[at + k]; });
            }
            counter.put(node, t, at + at_once >= leaves, all_valid{}, low, others);
        }
        write<Columns, Words>(column, node, join);
        if constexpr (has_rows_beneath<Source>) {
            // fault: rows-are-cleared
            if (clears) clear<Columns, Words>(column);
        }
    }
    template <int Columns, bool Words>
    IMPULSE_INLINE void clear(index_t column) const {
        const auto& beneath = source.beneath().source;
        using read = typename array_of<Source>::item_type;
        constexpr int bytes = Columns * int{sizeof(read)};
        constexpr int word = Words ? std::remove_cvref_t<decltype(beneath)>::template word<Columns>
                                   : int{alignof(read) < 16 ? alignof(read) : 16};
        const unsigned char zeros[std::size_t{bytes}] = {};
        for (int r = 0; r < rows; ++r) store<bytes, word>(const_cast<read*>(beneath.rows[r] + column), zeros);
    }
    template <int Columns, bool Words, class Nodes, class Join>
    IMPULSE_INLINE void write(index_t column, Nodes& node, const Join& join) const {
        uninitialized<Result> results[std::size_t{Columns}];
        IMPULSE_UNROLL
        for (int s = 0; s < Columns; ++s)
            results[s] = uninitialized<Result>(detail::result_of(Init(init), rows, node[s], join));
        // fault: copies-of-results
        for (int o = 0; o < out.count; ++o)
            store<Columns* int{sizeof(Result)}, stored<Words>>(out.rows[o] + column, results);
    }
    template <int Bytes, int Word, class From>
    IMPULSE_INLINE static void store(void* to, const From& from) {
#if defined(__CUDA_ARCH__)
        using element = on_device::element<Word>;
        IMPULSE_UNROLL
        for (int e = 0; e < Bytes / Word; ++e) {
            element value;
            std::memcpy(&value, reinterpret_cast<const char*>(&from) + e * Word, sizeof value);
            static_cast<element*>(to)[e] = value;
        }
#else
        if (reinterpret_cast<std::uintptr_t>(to) % Word != 0) std::abort();
        std::memcpy(to, static_cast<const void*>(&from), std::size_t{Bytes});
#endif
    }
};

}  // namespace impulse::detail
