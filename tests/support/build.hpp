// SPDX-License-Identifier: Apache-2.0
// What this build can do: sanitizers make everything slower, and ThreadSanitizer does not support fibers.
#pragma once

#include <impulse/config.hpp>

#if defined(__clang__)  // it has no macros for its sanitizers
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#elif __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif

namespace support {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
inline constexpr bool is_slow_build = true;
#else
inline constexpr bool is_slow_build = false;
#endif

/// A number of items for this build: the requested number, or a sixteenth if the build is slow.
constexpr impulse::index_t scaled(impulse::index_t n) { return is_slow_build ? n / 16 : n; }

}  // namespace support
