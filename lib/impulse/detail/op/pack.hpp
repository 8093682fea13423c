// SPDX-License-Identifier: Apache-2.0
/// \file
/// `pack`: the items of a whole leaf, as one argument of an operator's `lift`.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/uninitialized.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI {
namespace detail {

/// Converts only to pack<Type, Count>, or to any pack. Never constructed; it only tests for an overload.
template <class... Pack>
struct becomes_pack {};

}  // namespace detail

/// Count consecutive items, with their bytes as in memory. An operator with `lift(const pack<Item, Count>&)`
/// lifts a whole leaf at once. Count is its `leaf`; if it is associative and has none, it is the number of
/// items in 64 bytes. The items of an incomplete leaf are lifted one by one.
///
/// Requires: items that copy as bytes; a `lift` of a pack that returns the bits of `lift` of the first item
/// and `accumulate` of the others, one by one (not checked), and is not a template.
/// Complexity: constant, for one item or word.
/// Memory: that of the items, in words of 32 bits; on a GPU in registers if the compiler knows every index.
/// Throws: nothing.
template <class Type, int Count>
class pack {
  public:
    using value_type = Type;
    static constexpr int size = Count;
    static constexpr int words = (Count * static_cast<int>(sizeof(Type)) + 3) / 4;

    pack() = default;
    pack(detail::becomes_pack<pack>);
    pack(detail::becomes_pack<>);

    /// Item i.
    IMPULSE_INLINE Type operator[](int i) const {
        uninitialized<Type> item;
        std::memcpy(static_cast<void*>(&item),
                    reinterpret_cast<const char*>(words_) + static_cast<std::size_t>(i) * sizeof(Type),
                    sizeof(Type));
        return *item;
    }
    /// The four bytes from 4 i on, in this machine's memory order.
    IMPULSE_INLINE std::uint32_t word(int i) const { return words_[i]; }

    /// Makes a pack from `item(first)`, `item(first + 1)`, ...
    IMPULSE_NO_EXEC_CHECK
    template <class Items>
    IMPULSE_INLINE static pack of(const Items& item, int first) {
        pack all;
        if constexpr (Count * sizeof(Type) % 4 == 0 && requires { item.copy_words(all.words_, first); }) {
            item.copy_words(all.words_, first);
        } else {
            // fault: items-of-pack
            IMPULSE_UNROLL
            for (int i = 0; i < Count; ++i) all.put(i, item(first + i));
        }
        return all;
    }

  private:
    IMPULSE_INLINE void put(int i, const Type& item) {
        if constexpr (sizeof(Type) == 1 ||
                      sizeof(Type) == 2) {  // otherwise a GPU would use one register for each item
            std::conditional_t<sizeof(Type) == 1, std::uint8_t, std::uint16_t> bits;
            std::memcpy(&bits, static_cast<const void*>(__builtin_addressof(item)), sizeof(Type));
            constexpr int each = 4 / static_cast<int>(sizeof(Type));
            const std::uint32_t rebind_source = std::uint32_t{bits} << 32 / each * (i % each);
            words_[i / each] = i % each == 0 ? rebind_source : words_[i / each] | rebind_source;
        } else {
            std::memcpy(reinterpret_cast<char*>(words_) + static_cast<std::size_t>(i) * sizeof(Type),
                        static_cast<const void*>(__builtin_addressof(item)), sizeof(Type));
        }
    }

    std::uint32_t words_[std::size_t{words}];
};

}  // namespace impulse
