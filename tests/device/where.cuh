// SPDX-License-Identifier: Apache-2.0
// Numbers and flags for tests of masked items.
#pragma once

#include "gpu.cuh"

namespace gpu {

template <class T>
std::vector<T> make_numbers(index_t n) {
    return support::make_items(n, [](index_t i) {
        return static_cast<T>(
            static_cast<float>(support::scatter(static_cast<std::uint64_t>(i) + 5) % 1009) * 0.37f - 100.f);
    });
}
inline std::vector<unsigned char> make_flags(index_t n, std::uint64_t every) {
    return support::make_items(n, [=](index_t i) {
        return static_cast<unsigned char>(support::scatter(static_cast<std::uint64_t>(i) + 77) % every != 0);
    });
}

}  // namespace gpu
