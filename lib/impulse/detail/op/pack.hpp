// SPDX-License-Identifier: Apache-2.0
/// \file
/// `pack`: the items of a whole leaf, as one argument of an operator's `lift`.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/base/bytes.hpp>
#include <impulse/detail/base/cell.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// What becomes a pack<T, N> and nothing else, or any pack. Never made: asks for an overload.
template <class... Pack>
struct becomes_pack {};

}  // namespace detail

/// N consecutive items, as they lie in memory. An operator that has `lift(const pack<Item, N>&)` takes a whole leaf in at once:
/// N is its `leaf`, or where it is associative and names none, what 64 bytes hold. A leaf that is cut short goes item by item.
///
/// Requires: items that copy as bytes; that `lift` of a pack has the bits of `lift` of the first item and `accumulate` of the
/// others, one by one: nobody checks it. That overload is no template.
/// Complexity: constant, for one item or word.
/// Memory: that of the items, in words of 32 bits: registers, on a GPU, where the compiler knows every index.
/// Throws: nothing.
template <class T, int N>
class pack {
  public:
    using value_type = T;
    static constexpr int size = N;
    static constexpr int words = (N * static_cast<int>(sizeof(T)) + 3) / 4;

    pack() = default;
    pack(detail::becomes_pack<pack>);
    pack(detail::becomes_pack<>);

    /// Item i.
    IMPULSE_INLINE T operator[](int i) const {
        cell<T> item;
        std::memcpy(static_cast<void*>(&item),
                    reinterpret_cast<const char*>(words_) + static_cast<std::size_t>(i) * sizeof(T),
                    sizeof(T));
        return *item;
    }
    /// The four bytes from 4 i on, as this machine has them in memory.
    IMPULSE_INLINE std::uint32_t word(int i) const { return words_[i]; }

    /// Those which `item(first)`, `item(first + 1)`, ... give.
    IMPULSE_NO_EXEC_CHECK
    template <class Items>
    IMPULSE_INLINE static pack of(const Items& item, int first) {
        pack all;
        if constexpr (N * sizeof(T) % 4 == 0 && requires { item.copy_words(all.words_, first); }) {
            item.copy_words(all.words_, first);
        } else {
            // fault: items-of-pack
            IMPULSE_UNROLL
            for (int i = 0; i < N; ++i) all.put(i, item(first + i));
        }
        return all;
    }

  private:
    IMPULSE_INLINE void put(int i, const T& item) {
        if constexpr (sizeof(T) == 1 || sizeof(T) == 2) {  // else a GPU would keep a register for each
            std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t> bits;
            std::memcpy(&bits, static_cast<const void*>(__builtin_addressof(item)), sizeof(T));
            constexpr int each = 4 / static_cast<int>(sizeof(T));
            const std::uint32_t moved = std::uint32_t{bits} << 32 / each * (i % each);
            words_[i / each] = i % each == 0 ? moved : words_[i / each] | moved;
        } else {
            std::memcpy(reinterpret_cast<char*>(words_) + static_cast<std::size_t>(i) * sizeof(T),
                        static_cast<const void*>(__builtin_addressof(item)), sizeof(T));
        }
    }

    std::uint32_t words_[words];
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
