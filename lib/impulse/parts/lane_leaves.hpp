// SPDX-License-Identifier: Apache-2.0
/// \file
/// A few consecutive leaves of a result, by one lane: loaded, and when others have been loaded too, joined.
#pragma once

#include <impulse/config.hpp>
#include <impulse/operators/together.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/sources/leaves.hpp>
#include <impulse/sources/source.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Up to `Most` leaves of a result.
template <class Acc, class Source, class Op, int Most>
struct lane_leaves {
    using item_type = typename Source::item_type;
    static_assert(
        std::is_trivially_copyable_v<item_type>,
        "impulse: on a GPU the (transformed) items of a layout of many results must be trivially copyable");
    static constexpr int length = leaf_length<Acc, std::remove_const_t<Op>, item_type>();
    cell<item_type> item[Most * length];
    int there;  ///< items
    int left;   ///< leaves, to the end of the result

    /// From leaf k on of a result of `size` items, which begins at `begin`.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE void load(Source& source, index_t begin, int k, int size) {
        there = size - k * length;
        left = (there + length - 1) / length;
        if (there > Most * length) there = Most * length;
        // Else what is not loaded would be a register kept from before.
        std::memset(static_cast<void*>(item), 0, sizeof(item));
        const index_t first = begin + k * length;
        if constexpr (is_contiguous<std::remove_const_t<Source>>)
            read(source.first + first);  // an address that all share
        else
            read(items_of{source, first});
    }
    /// Their node, if there is any.
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE cell<Acc> node(const joining<Acc, Op>& join) const {
        cell<Acc> part[Most];
        IMPULSE_UNROLL
        for (int k = 0; k < Most; ++k)
            if (k * length < there) part[k] = cell<Acc>(leaf(join, k));
        IMPULSE_UNROLL
        for (int step = 1; step < Most; step *= 2) {
            IMPULSE_UNROLL
            for (int k = 0; k < Most; k += 2 * step)
                if ((k + step) * length < there)
                    part[k] = cell<Acc>(join(std::move(*part[k]), std::move(*part[k + step])));
        }
        return part[0];
    }

  private:
    struct items_of {
        Source& source;
        index_t first;
        IMPULSE_NO_EXEC_CHECK
        IMPULSE_INLINE decltype(auto) operator[](int j) const { return source[first + j]; }
    };
    IMPULSE_NO_EXEC_CHECK
    template <class Items>
    IMPULSE_INLINE void read(const Items& from) {
        IMPULSE_UNROLL
        for (int j = 0; j < Most * length; ++j)
            if (j < there) item[j] = cell<item_type>(from[j]);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_INLINE Acc leaf(const joining<Acc, Op>& join, int k) const {
        if constexpr (length == 1) {
            return join.lift(*item[k]);
        } else {
            const int most = there - k * length;
            return detail::fold_leaf<length, Acc>(
                join, [&](int j) { return *item[j]; }, k * length, most < length ? most : length);
        }
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
