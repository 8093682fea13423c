// SPDX-License-Identifier: Apache-2.0
// The memory of the host, for the suite of element-wise calls.
#pragma once

#include <vector>

namespace support {

/// Arrays of the host, whose calls return values too and compare the arguments of all ranks.
struct arrays_of_host {
    static constexpr bool returns_values = true;
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__)) && \
    !defined(__CUDACC__)
    using half = _Float16;
#endif
    template <class Item>
    struct array {
        explicit array(const std::vector<Item>& from) : all(from) {}
        Item* data() const { return const_cast<Item*>(all.data()); }
        std::vector<Item> read() const { return all; }
        std::vector<Item> all;
    };
    template <class Policy>
    static Policy compared(const Policy& how) {
        return how;
    }
};

}  // namespace support
