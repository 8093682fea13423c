// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items on their way: loaded from another source by all lanes of a warp, which then take them from memory that they share.
#pragma once

#include <impulse/config.hpp>
#include <impulse/parts/cell.hpp>
#include <impulse/sources/source.hpp>

#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// Whether the items of a source can be staged: small ones of which it does not matter in which group they are counted.
template <class Source>
inline constexpr bool is_staged =
    Source::adds_up &&
    sizeof(typename Source::item_type) <= 16 && std::is_trivially_copyable_v<typename Source::item_type>;

/// The items from `base` on, as a source; `ItemBytes` are those of the source beneath, by which work is dealt to lanes. After each 128 bytes the place of an item is left out, so that lanes which read a few
/// consecutive items each do not all meet in the same bank of shared memory.
template <class Item, int ItemBytes>
struct staged_source {
    using item_type = Item;
    static constexpr int item_bytes = ItemBytes;
    static constexpr int arrays = 0;
    static constexpr bool in_place = true;
    static constexpr bool adds_up = true;
    static constexpr unsigned gap = 128 / sizeof(Item);

    cell<Item>* stage;
    index_t base;

    IMPULSE_SHARED static constexpr int place(int i) {
        return i + static_cast<int>(static_cast<unsigned>(i) / gap);
    }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED const Item& at(index_t origin, index_t i) const {
        return *stage[place(static_cast<int>(origin + i - base))];
    }

    /// By all lanes, `count` items. `AtOnce` of a lane's are on their way at the same time.
    IMPULSE_NO_EXEC_CHECK
    template <int AtOnce, class Warp, class Source>
    IMPULSE_INLINE void load(const Warp& warp, const Source& from, int count) const {
        warp.sync();  // others may still read what was there
        IMPULSE_NO_UNROLL
        for (int first = 0; first < count; first += AtOnce * Warp::width) {
            // Those that are too many load the last once more, so that nothing waits for a condition.
            cell<Item> held[AtOnce];
            IMPULSE_UNROLL
            for (int u = 0; u < AtOnce; ++u) {
                const int i = first + u * Warp::width + warp.rank();
                held[u] = cell<Item>(from.at(base, i < count ? i : count - 1));
            }
            IMPULSE_UNROLL
            for (int u = 0; u < AtOnce; ++u) {
                const int i = first + u * Warp::width + warp.rank();
                if (i < count) stage[place(i)] = held[u];
            }
        }
        warp.sync();
    }
};

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
