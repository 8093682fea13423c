// SPDX-License-Identifier: Apache-2.0
/// \file
/// `items_once`: stores the items of a leaf that several operators read, if a function of the caller computes
/// them.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <new>
#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The items of a leaf that a function of the caller computes; the function is called once for each item.
template <class Item, int Length>
class items_once {
  public:
    /// Reads at least one item. A do loop, because g++ 13 warns about the first item if the loop may be
    /// empty.
    void read(const auto& item, int j, int count) {
        do {
            ::new (static_cast<void*>(items() + count_)) Item(item(j + count_));
            ++count_;
        } while (count_ < count);
    }
    ~items_once() {
        for (int i = 0; i < count_; ++i) items()[i].~Item();
    }
    const Item& operator()(int i) const { return reinterpret_cast<const Item*>(bytes_)[i]; }

    items_once() = default;
    items_once(const items_once&) = delete;
    items_once& operator=(const items_once&) = delete;

  private:
    Item* items() { return reinterpret_cast<Item*>(bytes_); }
    alignas(Item) unsigned char bytes_[Length * sizeof(Item)];
    int count_ = 0;
};

/// Whether to store the items for the other operators: not if they are in memory already, nor if they are too
/// large for the stack.
template <class Items, int Length>
inline constexpr bool keeps_made_items = !std::is_reference_v<decltype(std::declval<const Items&>()(0))> &&
                                         Length * sizeof(decltype(std::declval<const Items&>()(0))) <= 65536;

}  // namespace impulse::detail
