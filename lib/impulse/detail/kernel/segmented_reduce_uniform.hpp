// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces groups of equal length and few items, each by one lane. The compiler knows the length, so only the
/// beginning of a group must be computed, and a lane has many groups in flight.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/thread_tile.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/tree/fold.hpp>
#include <impulse/detail/tree/nodes.hpp>

namespace impulse::inline IMPULSE_ABI::detail {

/// The state of a warp for this.
template <class Acc, class Layout, class Sink, class Warp, class Source, class Op>
struct segmented_reduce_uniform {
    using acc = Acc;
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    /// The bytes of an item in a lane.
    static constexpr int widest = [] {
        int bytes = Source::item_bytes;
        if (bytes < int{sizeof(typename Source::item_type)}) bytes = sizeof(typename Source::item_type);
        return bytes < int{sizeof(acc)} ? int{sizeof(acc)} : bytes;
    }();

    const Layout& layout;
    const Sink& sink;
    const Warp& warp;
    Source& source;
    const op_adaptor<acc, Op>& joins;

    /// Reduces the share of one of `warps` warps; false if groups have no items, or too many for a lane.
    IMPULSE_INLINE bool take(index_t rank, index_t warps, index_t results) const {
        return take_of<1>(rank, warps, results);
    }

  private:
    template <int Size>
    IMPULSE_INLINE bool take_of([[maybe_unused]] index_t rank, [[maybe_unused]] index_t warps,
                                [[maybe_unused]] index_t results) const {
        constexpr int bytes = Size * widest;
        if constexpr (Size > kernel_tuning::max_uniform_items ||
                      bytes > kernel_tuning::in_flight_of_segmented) {
            return false;
        } else {
            if (layout.length_of_each() != Size) return take_of<Size + 1>(rank, warps, results);
            constexpr int most = kernel_tuning::max_uniform_segments;
            constexpr int fitting = kernel_tuning::in_flight_of_segmented / bytes;
            constexpr int at_once = power_within(fitting < most ? fitting : most);
            constexpr int of_iteration = at_once * Warp::width;
            IMPULSE_NO_UNROLL
            for (index_t first = rank * of_iteration; first < results; first += warps * of_iteration) {
                if (results - first >= of_iteration)
                    take_iteration<Size, at_once, true>(first, of_iteration);
                else
                    // fault: last-groups
                    take_iteration<Size, at_once, false>(first, static_cast<int>(results - first));
            }
            return true;
        }
    }
    /// The groups from `first` on, of which some remain.
    template <int Size, int AtOnce, bool Whole>
    IMPULSE_INLINE void take_iteration(index_t first, int remaining) const {
        constexpr int max_leaves = static_cast<int>(ceil_power(index_t{(Size + length - 1) / length}));
        thread_tile<acc, Source, Op, max_leaves> loaded[std::size_t{AtOnce}];
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const int i = k * Warp::width + warp.rank();
            // fault: load-group
            if (Whole || i < remaining) loaded[k].load(source, layout.items(first + i).begin, 0, Size);
        }
        IMPULSE_UNROLL
        for (int k = 0; k < AtOnce; ++k) {
            const int i = k * Warp::width + warp.rank();
            if (!Whole && i >= remaining) continue;
            uninitialized<acc> total = loaded[k].node(joins);
            sink.finish(first + i, Size, total, joins);
        }
    }
};

}  // namespace impulse::detail
