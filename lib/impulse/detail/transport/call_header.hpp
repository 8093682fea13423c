// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ranks send each other in a reduction: headers, and the forests of their parts.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

namespace impulse::inline IMPULSE_ABI::detail {

inline constexpr std::int64_t no_root = -1;
inline constexpr std::int64_t nobody = (std::numeric_limits<std::int64_t>::max)();

/// What a rank sends about its part, before anything is reduced.
struct call_header {
    std::int64_t count = 0;
    std::int64_t leaf = 1;
    std::int64_t root = no_root;
    std::uint64_t types = 0;  ///< hash_of the names of its types
    std::uint64_t init = 0;
    std::int64_t failed = 0;  ///< 1: it has thrown already, and the rest is not valid
};

/// What a rank tells the other ranks about its call: the header, its types as text, and for an error message
/// its initial value as text.
struct call_terms {
    call_header header;
    sentence types;
    const void* request = nullptr;
    sentence (*init)(const void* request) = nullptr;
};

/// A forest as a message, with the first rank that has failed, if any. Only the first `bytes(leaves)` bytes
/// are sent, because a part of so many leaves has no more nodes.
template <class Acc>
struct message {
    static constexpr std::size_t bytes(index_t leaves) {
        return sizeof(message) - sizeof(forest<Acc>) + detail::forest_bytes<Acc>(leaves);
    }
    std::int64_t failed = nobody;
    forest<Acc> part;
};

/// The FNV-1a hash.
inline std::uint64_t hash_of(const char* bytes, std::size_t count) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < count; ++i)
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    return hash;
}

/// Calls use(bytes) with the bytes of a value. Does nothing if the value has padding that the compiler cannot
/// clear.
template <class Type, class Use>
void look_at_bytes(Type value, const Use& use) {
    if constexpr (!std::is_empty_v<Type>) {
        constexpr bool has_padding = !std::has_unique_object_representations_v<Type> &&
                                     !(std::is_floating_point_v<Type> && sizeof(Type) <= 8);
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define IMPULSE_CLEARS_PADDING
#endif
#endif
#if defined(IMPULSE_CLEARS_PADDING)
        if constexpr (has_padding) __builtin_clear_padding(&value);
#undef IMPULSE_CLEARS_PADDING
#else
        if constexpr (has_padding) return;
#endif
        char bytes[sizeof(Type)];
        std::memcpy(bytes, static_cast<const void*>(&value), sizeof(Type));
        use(bytes);
    }
}

/// The hash of an initial value; 0 if its bytes cannot be used.
std::uint64_t hash_of_value(const auto& value) {
    std::uint64_t hash = 0;
    detail::look_at_bytes(value, [&](const auto& bytes) { hash = detail::hash_of(bytes, sizeof bytes); });
    return hash;
}

/// An initial value as text: a number, otherwise its bytes.
template <class Type>
sentence words_of_value(const Type& value) {
    char text[32] = "";
    if constexpr (std::is_integral_v<Type> && sizeof(Type) <= 8) {
        return {phrase(value)};
    } else if constexpr (std::is_floating_point_v<Type> && sizeof(Type) <= 8) {
        std::snprintf(text, sizeof text, "%.*g", std::numeric_limits<Type>::max_digits10,
                      static_cast<double>(value));
        return {text};
    } else {
        constexpr std::size_t most = 64;
        sentence words{"bytes"};
        detail::look_at_bytes(value, [&](const auto& bytes) {
            for (std::size_t i = 0; i < sizeof bytes && i < most; ++i) {
                std::snprintf(text, sizeof text, " %02x",
                              static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
                words.put(text);
            }
            if (sizeof bytes > most) words.put(" ...");
        });
        return words;
    }
}

/// The names of types, as the compiler writes them.
template <class... Ts>
const char* names_of() {
    const char* const open = std::strpbrk(__PRETTY_FUNCTION__, "[");  // of "[with Ts = {...}]"
    return open != nullptr ? open : __PRETTY_FUNCTION__;
}

}  // namespace impulse::detail
