// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduces short segments one after another, by a CPU thread.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bits.hpp>
#include <impulse/detail/base/interval.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/layout/layout.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/cpu_tuning.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/few_lanes.hpp>
#include <impulse/detail/tree/fold.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Whether a loop uses a local copy of an object, so that it is not read again after each write of a result.
template <class Type>
inline constexpr bool fits_registers = std::is_trivially_copyable_v<Type> && sizeof(Type) <= 64;

/// `Alone` is called with the warp, the number and the items of each segment that is not reduced here.
template <class Acc, class Layout, class Sink, class Alone, class Warp, class Source, class Op>
struct serial_segments {
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, typename Source::item_type>();
    /// Whether short segments are reduced here, without a call: for small values, unless an associative
    /// operator accumulates items.
    static constexpr bool as_it_goes =
        sizeof(Acc) <= 64 && (freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree ||
                              !names_accumulate<std::remove_const_t<Op>>);
    /// Whether vectors read the items from memory without a conversion, and join them by the tree.
    static constexpr bool by_vectors = [] {
        // `lift` of other accumulators is not asked for: it need not take one, as that of `together`.
        if constexpr (reads_few_by_vectors<Acc, op_adaptor<Acc, Op>>)
            return is_contiguous<std::remove_const_t<Source>> &&
                   std::is_same_v<typename Source::item_type, Acc> &&
                   op_adaptor<Acc, Op>::template lifts_freely<Acc> &&
                   (std::is_integral_v<Acc> || freedom_v<std::remove_const_t<Op>, Acc> == grouping::tree);
        else
            return false;
    }();
    /// Whether short segments of equal length that follow each other are joined in one loop, which compilers
    /// vectorize: those of numbers in memory.
    static constexpr bool takes_equal = [] {
        if constexpr (folds_by_simd<Acc, op_adaptor<Acc, Op>> && length == 1)
            return as_it_goes && is_contiguous<std::remove_const_t<Source>> &&
                   std::is_same_v<typename Source::item_type, Acc> &&
                   op_adaptor<Acc, Op>::template lifts_freely<Acc>;
        else
            return false;
    }();
    static constexpr int of_thread = !as_it_goes  ? 0
                                     : by_vectors ? cpu_tuning::vectors_without_call * 32 / int{sizeof(Acc)}
                                                  : cpu_tuning::leaves_without_call * length;

    const Layout& layout;
    const Sink& sink;
    const Alone& fallback;
    int batch_size;  ///< how many adjacent segments a thread takes at a time
    Warp warp;       ///< the thread, as a warp of one lane
    Source& source;
    op_adaptor<Acc, Op> joins;

    /// Reduces the share of one of `threads` threads. It alternates between the quarters of a batch, some
    /// segments of each: the prefetcher works within a page, so with several streams one arrives while
    /// another one waits.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take(index_t rank, index_t threads, index_t results) const {
        constexpr index_t places = cpu_tuning::places_in_turn;
        const index_t step = threads * batch_size;
        for (index_t first = rank * batch_size; first < results; first += step) {
            const index_t end = results - first < batch_size ? results : first + batch_size;
            const index_t all = end - first;
            const index_t bytes =
                (layout.items(end - 1).end - layout.items(first).begin) * Source::item_bytes;
            const bool in_turn =
                cpu_tuning::least_in_turn <= bytes && bytes <= all * cpu_tuning::longest_in_turn;
            const index_t apart = in_turn ? detail::divide_up(all, places) : all;
            const index_t some =
                in_turn ? detail::divide_up(apart, bytes / (places * cpu_tuning::bytes_in_turn)) : all;
            const index_t asked = in_turn ? bytes / Source::item_bytes * some / all : 0;
            for (index_t i = 0; i < apart; i += some)
                for (index_t r = first + i; r < end; r += apart) {
                    // fault: segments-in-turn
                    const index_t last = r + detail::clamp(apart - i, 1, some);
                    take_block(r, last < end ? last : end, asked);
                }
        }
    }
    /// Reduces the segments from `first` to `end`, one after another.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take_each(index_t first, index_t end) const {
        if (take_equal(first, end)) return;
        const bool may_be_short = !has_equal_lengths<Layout> || layout.items(first).size() < of_thread;
        for (index_t r = first; r < end; ++r) {
            if constexpr (as_it_goes)
                if (may_be_short) r = take_short(r, end);
            if (r < end) fallback(warp, r, layout.items(r));
        }
    }

  private:
    static constexpr int max_equal = 8;

    /// Reduces a few segments, and prefetches `asked` later items, unless they are so many that the tree
    /// does.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void take_block(index_t r, index_t end, index_t asked) const {
        if constexpr (source_asks_ahead<std::remove_const_t<Source>>) {
            if (asked * Source::item_bytes < asked_ahead) source.ask_ahead(layout.items(r).begin, 0, asked);
            asm volatile("");  // no code; otherwise g++ removes the call, which only prefetches
        }
        take_each(r, end);
    }
    /// Reduces the segments of a batch if all have the same short length and follow each other.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE bool take_equal(index_t first, index_t end) const {
        if constexpr (takes_equal) {
            const interval its = layout.items(first);
            const index_t size = its.size();
            if (size < 1 || size > max_equal) return false;
            if constexpr (requires { layout.are_equal(first, end, size); }) {
                if (!layout.are_equal(first, end, size)) return false;
            } else {
                const auto differs = [&](index_t r) {
                    const interval other = layout.items(r);
                    const index_t begin = its.begin + (r - first) * size;
                    return (other.begin != begin) | (other.end != begin + size);
                };
                if (differs(end - 1)) return false;
                bool differ = false;
                for (index_t r = first + 1; r < end; ++r) differ |= differs(r);  // without branches
                // fault: equal-segments
                if (differ) return false;
            }
            join_equal<1>(first, end - first, its);
        }
        return takes_equal;
    }
    template <int Length>
    IMPULSE_INLINE void join_equal(index_t first, index_t results, interval its) const {
        if constexpr (Length < max_equal)
            if (its.size() > Length) return join_equal<Length + 1>(first, results, its);
        const Acc* const from = source.first + its.begin;
        const Sink to = sink;
        constexpr int some = 256;
        for (index_t r = 0; r < results; r += some) {
            const int now = static_cast<int>(results - r < some ? results - r : some);
            Acc totals[std::size_t{some}];
            // fault: short-of-equal
            for (int i = 0; i < now; ++i)
                totals[i] = detail::fold_few<Length, Acc>(from + (r + i) * Length, 0, joins);
            for (int i = 0; i < now; ++i) {
                uninitialized<Acc> total(totals[i]);
                to.finish(first + r + i, index_t{Length}, total, joins);
            }
        }
    }

    /// Reduces short segments from r on, in a loop without a call, so that its data stays in registers.
    /// Returns the first segment that is longer or empty, or `end`.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE index_t take_short(index_t r, index_t end) const {
        constexpr bool copies = is_contiguous<std::remove_const_t<Source>> && fits_registers<Source>;
        std::conditional_t<copies, Source, Source&> here = source;
        const Sink to = sink;
        for (; r < end; ++r) {
            const interval items = layout.items(r);
            // fault: short-segments
            if (items.size() <= 0 || items.size() >= of_thread) break;
            const leaves<Acc, Source, Op, kernel_tuning::in_flight_of_segmented> all(here, joins, items);
            uninitialized<Acc> total(fold_short(all, static_cast<int>(all.count())));
            to.finish(r, items.size(), total, joins);
        }
        return r;
    }

    /// The tree of a few leaves. Lengths cannot be predicted, so it uses few branches: one for a node of 16,
    /// one for a node of 8, and one jump for the rest.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE Acc fold_short(const auto& all, int count) const {
#if IMPULSE_HAS_AVX
        if constexpr (by_vectors) {
            const few_lanes<Acc, std::remove_cvref_t<decltype(all)>, op_adaptor<Acc, Op>> few{{all, joins}};
            return fold_vectors<1>(few, all.source().first + all.origin(), count);
        }
#endif
        if (count <= 8) return fold_rest(all, 0, count);
        if (count < 16) {
            Acc left = detail::fold_few<8, Acc>(all, 0, joins);  // evaluated before the next
            return joins(std::move(left), fold_rest(all, 8, count - 8));
        }
        Acc left = detail::fold_few<16, Acc>(all, 0, joins);
        if (count == 16) return left;
        if (count <= 24) return joins(std::move(left), fold_rest(all, 16, count - 16));
        Acc middle = detail::fold_few<8, Acc>(all, 16, joins);
        return joins(std::move(left), joins(std::move(middle), fold_rest(all, 24, count - 24)));
    }
    /// The tree of a few numbers, of at least `Vectors` vectors of which all but one may be empty.
    template <int Vectors>
    IMPULSE_INLINE static Acc fold_vectors(const auto& few, const Acc* from, int count) {
        if constexpr (Vectors < cpu_tuning::vectors_without_call)
            if (count > Vectors * few.lanes) return fold_vectors<2 * Vectors>(few, from, count);
        return few.template node_of<Vectors>(from, count);
    }
    /// The tree of 1 to 8 leaves from `at` on.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE Acc fold_rest(const auto& all, index_t at, int count) const {
        switch (count) {
            case 1:
                return all[at];
            case 2:
                return detail::fold_few<2, Acc>(all, at, joins);
            case 3:
                return detail::fold_few<3, Acc>(all, at, joins);
            case 4:
                return detail::fold_few<4, Acc>(all, at, joins);
            case 5:
                return detail::fold_few<5, Acc>(all, at, joins);
            case 6:
                return detail::fold_few<6, Acc>(all, at, joins);
            case 7:
                return detail::fold_few<7, Acc>(all, at, joins);
            default:
                return detail::fold_few<8, Acc>(all, at, joins);
        }
    }
};

}  // namespace impulse::detail
