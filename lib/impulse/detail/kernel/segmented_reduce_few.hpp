// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces segments of few items that have one length, as a sample of their bounds says: several for each
/// lane.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/fragment_batches.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>

#include <cstdint>

namespace impulse::inline IMPULSE_ABI::detail {

/// A warp's state. Items are loaded where they are if all segments of an iteration have `length` items and
/// follow each other. Bounds are loaded at the same time, and tell which do not; these are reduced in the
/// end, each by a lane.
template <class Acc, class Layout, class Sink, class Warp, class Source, class Op>
struct segmented_reduce_few {
    const Layout& layout;
    const Sink& sink;
    const Warp& warp;
    Source& source;
    const op_adaptor<Acc, Op>& joins;
    index_t length;
    index_t items;  ///< of the source

    /// Reduces the share of one of `warps` warps; false if segments have too many items.
    template <int Size = 1>
    IMPULSE_INLINE bool take(index_t rank, index_t warps, index_t results) const {
        if constexpr (!kernel_tuning::samples_few(std::remove_const_t<Source>::item_bytes, Size)) {
            return false;
        } else {
            if (length != Size) return take<Size + 1>(rank, warps, results);
            constexpr int at_once = power_within(kernel_tuning::in_flight_of_sampled /
                                                 (Size * int{sizeof(Acc)} + int{sizeof(found_type)}));
            constexpr int each = at_once * Warp::width;
            const index_t first = rank * each;
            const index_t step = warps * each;
            if (first >= results) return true;
            std::uint64_t with_others = 0;  // of iterations, modulo 64
            std::uint64_t bit = 1;
            index_t next = begin_of(first);
            IMPULSE_NO_UNROLL
            for (index_t at = first; at < results; at += step, bit = bit << 1 | bit >> 63) {
                const index_t begin = next;
                next = begin_of(at + step < results ? at + step : results - 1);
                if (!take_iteration<Size, at_once>(at, begin, results)) with_others |= bit;
            }
            if (with_others == 0) return true;
            bit = 1;
            IMPULSE_NO_UNROLL
            for (index_t at = first; at < results; at += step, bit = bit << 1 | bit >> 63)
                // fault: iterations-of-others
                if ((with_others & bit) != 0) take_others<Size, each>(at, results);
            return true;
        }
    }

  private:
    using found_type = decltype(std::declval<const Layout&>().bounds(index_t{}));

    IMPULSE_INLINE index_t begin_of(index_t r) const { return layout.items(r).begin; }
    template <int Size>
    IMPULSE_INLINE static bool is_as_sampled(const interval& its, index_t begin) {
        return its.begin == begin && its.end == begin + Size;
    }
    /// The segments from `first` on, of which that one begins at `begin`; false if the lane has others.
    template <int Size, int AtOnce>
    IMPULSE_INLINE bool take_iteration(index_t first, index_t begin, index_t results) const {
        thread_tile<Acc, Source, Op, static_cast<int>(ceil_power(Size))> loaded[std::size_t{AtOnce}];
        found_type found[std::size_t{AtOnce}];
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const index_t from = begin + (k * Warp::width + warp.rank()) * Size;
            loaded[k].load(source, from, 0, from + Size <= items ? Size : 0);
        }
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const index_t r = first + k * Warp::width + warp.rank();
            found[k] = layout.bounds(r < results ? r : results - 1);
        }
        bool all = true;
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const int i = k * Warp::width + warp.rank();
            if (first + i >= results) continue;
            // fault: equal-of-few
            if (is_as_sampled<Size>(layout.items(first + i, found[k]), begin + i * Size)) {
                uninitialized<Acc> total = loaded[k].node(joins);
                sink.finish(first + i, Size, total, joins);
            } else {
                all = false;
            }
        }
        return all;
    }
    template <int Size, int Each>
    IMPULSE_INLINE void take_others(index_t first, index_t results) const {
        constexpr int fragment = segmented_reduce_traits<Acc, Layout, Source, Op>::packed::each;
        const index_t begin = begin_of(first);
        IMPULSE_NO_UNROLL
        for (int i = warp.rank(); i < Each && first + i < results; i += Warp::width) {
            const interval its = layout.items(first + i);
            if (!is_as_sampled<Size>(its, begin + i * Size))
                reduce_by_lane<fragment>(sink, source, joins, first + i, its);
        }
    }
};

}  // namespace impulse::detail
