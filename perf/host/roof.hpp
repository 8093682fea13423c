// SPDX-License-Identifier: Apache-2.0
// Compares every algorithm with the roof: a sum of 64-bit words over the same bytes, by the same threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace perf {

/// The calls of one type on inputs of `bytes` bytes, with their names. Each call reads `arrays` arrays.
struct roof_call {
    std::string name;
    int arrays;
    std::function<void()> call;
};
struct roof_items {
    std::string type;
    std::int64_t bytes;
    std::vector<roof_call> calls;  ///< the first one is the roof
};

template <class T>
roof_items make_roof_items(std::int64_t bytes);

/// Prints the share of the roof for each algorithm, type and size. `quick`: three sizes, a minute in all.
void tell_roof(bool quick);

void add_words(const void* bytes, std::int64_t size);  ///< the roof

}  // namespace perf
