// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace perf {

/// The roof: a sum of 64-bit words, by all threads.
std::uint64_t add_words(const void* bytes, std::int64_t size);

}  // namespace perf
