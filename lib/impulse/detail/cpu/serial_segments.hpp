// SPDX-License-Identifier: Apache-2.0
/// \file
/// Short segments, one after another, by a CPU thread.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/reduce.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

/// `Alone` is called with the number and the items of a segment that is not reduced here.
template <class Acc, class Layout, class Sink, class Alone, class Warp, class Source, class Op>
struct serial_segments {
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    /// The items of a segment that is reduced without a call: of small values, and not by an operator that
    /// accumulates items.
    static constexpr bool as_it_goes =
        sizeof(Acc) <= 64 && (freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree ||
                              !names_accumulate<std::remove_const_t<Op>>);
    static constexpr int of_thread = as_it_goes ? cpu_tuning::leaves_without_call * length : 0;
    /// For groups of at most a page a CPU thread reads the quarters of a set side by side: the prefetcher
    /// works within a page, so of several streams one arrives while another one waits. Tiny groups do not
    /// wait for memory.
    static constexpr index_t page = 4096 / Source::item_bytes;

    const Layout& layout;
    const Sink& sink;
    const Alone& fallback;
    int batch_size;  ///< adjacent segments that a thread takes at a time
    Warp warp;       ///< the thread, as a warp of one lane
    Source& source;
    op_adaptor<Acc, Op> joins;

    /// Reduces the share of one of `threads` threads.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take(index_t rank, index_t threads, index_t results) const {
        const index_t step = threads * batch_size;
        for (index_t first = rank * batch_size; first < results; first += step) {
            const index_t end = results - first < batch_size ? results : first + batch_size;
            const index_t size = layout.items(first).size();
            if (page / cpu_tuning::least_part_of_page <= size && size <= page) {
                const index_t beside =
                    (end - first + cpu_tuning::places_in_turn - 1) / cpu_tuning::places_in_turn;
                for (index_t i = first; i < first + beside; ++i)
                    for (index_t r = i; r < end; r += beside) fallback(warp, r, layout.items(r));
            } else {  // a loop of its own: short ones were a quarter slower in the other
                for (index_t r = first; r < end; ++r) take_by_thread(r, layout.items(r));
            }
        }
    }

  private:
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take_by_thread(index_t r, interval items) const {
        if constexpr (as_it_goes) {
            if (0 < items.size() && items.size() <= of_thread) {
                const leaves<Acc, Source, Op, kernel_tuning::in_flight_of_segmented> all(source, joins,
                                                                                         items);
                uninitialized<Acc> total(detail::fold_digits<(cpu_tuning::leaves_without_call + 1) / 2, Acc>(
                    all, 0, static_cast<int>(all.count()), joins));
                return sink.finish(r, items.size(), total, joins);
            }
        }
        fallback(warp, r, items);
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
