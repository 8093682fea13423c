// SPDX-License-Identifier: Apache-2.0
// Every algorithm beside the roof: a sum of 64-bit words over the same bytes, by the same threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace perf {

/// The calls of one type on so many bytes of items, by name; each reads `arrays` of them.
struct roof_call {
    std::string name;
    int arrays;
    std::function<void()> call;
};
struct roof_items {
    std::string type;
    std::int64_t bytes;
    std::vector<roof_call> calls;  ///< the first is the roof
};

template <class T>
roof_items make_roof_items(std::int64_t bytes);

/// For each algorithm and type the part of the roof at each size. Quick: three sizes, a minute in all.
void tell_roof(bool quick);

void add_words(const void* bytes, std::int64_t size);  ///< the roof

}  // namespace perf
