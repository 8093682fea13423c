// SPDX-License-Identifier: Apache-2.0
/// \file
/// A few consecutive leaves of a result, for one lane. They are loaded first and joined later, so that a lane
/// has several loads in flight.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/together.hpp>
#include <impulse/detail/plan/column_tile.hpp>
#include <impulse/detail/source/leaves.hpp>
#include <impulse/detail/source/source.hpp>
#include <impulse/detail/tree/register_tree.hpp>

#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

/// The share of a lane for leaves and accumulators of these sizes.
IMPULSE_SHARED constexpr lane_share lane_share_for(int leaf_bytes, int acc_bytes) {
    const int widest = leaf_bytes > acc_bytes ? leaf_bytes : acc_bytes;
    const int each = detail::power_within(widest > 64 ? 1 : widest < 8 ? 8 : 64 / widest);
    const int bytes = each * widest;
    return {each, detail::power_within(bytes > 128 ? 1 : bytes < 32 ? 4 : 128 / bytes)};
}

/// Up to `Max` leaves of a result.
template <class Acc, class Source, class Op, int Max>
struct thread_tile {
    using item_type = typename Source::item_type;
    static_assert(
        copies_as_bytes_v<item_type>,
        "impulse: on a GPU the (transformed) items of a layout of many results must be trivially copyable");
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, item_type>();
    /// Whether an item is a node without conversion.
    static constexpr bool is_leaf = length == 1 && std::is_same_v<item_type, Acc> && !lifts<Op, item_type>;
    /// Whether items are read when their leaf is folded, because a lane has no registers for them.
    static constexpr bool are_read_later = reads_leaves<std::remove_const_t<Op>> &&
                                           is_contiguous<std::remove_const_t<Source>> &&
                                           length * sizeof(item_type) > 64;
    uninitialized<item_type> item[std::size_t{are_read_later ? 1 : Max * length}];
    std::conditional_t<are_read_later, const item_type*, std::nullptr_t> later;  ///< the first item
    int valid;                                                                   ///< items
    int remaining;  ///< leaves to the end of the result (clamped)

    /// Loads from leaf k on, of a result of `size` items that begins at `begin`.
    template <class Int>
    IMPULSE_INLINE void load(Source& source, index_t begin, Int k, Int size) {
        Int items = size - k * length;
        if constexpr (sizeof(Int) > sizeof(int)) {
            constexpr Int enough = 64 * Max * length;  // for all lanes
            items = items < 0 ? 0 : items < enough ? items : enough;
        }
        valid = static_cast<int>(items);
        remaining = (valid + length - 1) / length;
        if (valid > Max * length) valid = Max * length;
        if constexpr (are_read_later) {
            later = source.first + (begin + k * length);
        } else if constexpr (requires { source.few_from(begin, index_t{0}); }) {
            if (valid <= 0) return;
            // Items after the last one may be read, because their addresses are close and valid.
            const auto from = source.few_from(begin, k * length);
            if constexpr (requires { from.copy_words(item); }) {
                from.copy_words(item);
            } else {
                IMPULSE_UNROLL
                for (int j = 0; j < Max * length; ++j) item[j] = from[j];
            }
        } else {
            // Otherwise a missing item would keep an older register value alive.
            std::memset(static_cast<void*>(item), 0, sizeof(item));
            if constexpr (are_staged_items<Source>)
                read(source.template few_valid<Max * length>(begin, k * length, valid));
            else if constexpr (is_contiguous<std::remove_const_t<Source>>)
                read([first = source.first + (begin + k * length)](int j) -> const item_type& {
                    return first[j];  // an address that all lanes share
                });
            else
                read(items_from<Source>{source, begin, k * length});
        }
    }
    /// Converts all loaded items to nodes.
    template <class Items>
    IMPULSE_INLINE void take_whole(const Items& from) {
        valid = Max * length;
        remaining = 64 * Max;
        IMPULSE_UNROLL
        for (int j = 0; j < Max * length; ++j) item[j] = uninitialized<item_type>(from[j]);
    }
    /// The node, if there is a leaf. `Whole`: all leaves are valid.
    template <bool Whole = false>
    IMPULSE_INLINE uninitialized<Acc> node(const op_adaptor<Acc, Op>& join) const {
        uninitialized<Acc> part[std::size_t{Max}];
        IMPULSE_UNROLL
        for (int k = 0; k < Max; ++k) {
            if constexpr (is_leaf)
                part[k] = item[k];  // valid or not
            else if (Whole || k * length < valid)
                part[k] = uninitialized<Acc>(leaf<Whole>(join, k));
        }
        detail::join_registers(part, join, [items = valid](int k) {
            // fault: join-of-lane
            return Whole || k * length < items;
        });
        return part[0];
    }

  private:
    template <class Items>
    IMPULSE_INLINE void read(const Items& from) {
        IMPULSE_UNROLL
        for (int j = 0; j < Max * length; ++j)
            if (j < valid) item[j] = uninitialized<item_type>(from(j));
    }
    template <bool Whole>
    IMPULSE_INLINE Acc leaf(const op_adaptor<Acc, Op>& join, int k) const {
        if constexpr (length == 1) {
            return join.lift(*item[k]);
        } else {
            const int most = valid - k * length;
            const int count = Whole || most >= length ? length : most;
            if constexpr (are_read_later) {
                const contiguous_source<item_type> from{later, 0};
                return detail::fold_leaf<length, Acc>(
                    join, items_from<contiguous_source<item_type>>{from, 0, k * length}, 0, count);
            } else {
                return detail::fold_leaf<length, Acc>(
                    join, [&](int j) { return *item[j]; }, k * length, count);
            }
        }
    }
};

}  // namespace impulse::detail
