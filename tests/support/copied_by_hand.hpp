// SPDX-License-Identifier: Apache-2.0
// A value whose copy operations are written by hand, but only copy its bytes.
#pragma once

#include <impulse/config.hpp>

#include <cstdint>

namespace support {

template <int Words>
struct copied_by_hand {
    std::uint32_t word[Words];

    IMPULSE_SHARED explicit copied_by_hand(std::uint32_t seed) {
        for (int w = 0; w < Words; ++w) word[w] = seed + static_cast<std::uint32_t>(w);
    }
    IMPULSE_SHARED copied_by_hand(const copied_by_hand& other) { *this = other; }
    IMPULSE_SHARED copied_by_hand& operator=(const copied_by_hand& other) {
        for (int w = 0; w < Words; ++w) word[w] = other.word[w];
        return *this;
    }
    IMPULSE_SHARED friend bool operator==(const copied_by_hand& a, const copied_by_hand& b) {
        bool same = true;
        for (int w = 0; w < Words; ++w) same = same && a.word[w] == b.word[w];
        return same;
    }
    IMPULSE_SHARED friend bool operator<(const copied_by_hand& a, const copied_by_hand& b) {
        return a.word[0] < b.word[0];
    }
};

/// Neither associative nor commutative.
struct mix_by_hand {
    template <int Words>
    IMPULSE_SHARED copied_by_hand<Words> operator()(copied_by_hand<Words> a,
                                                    const copied_by_hand<Words>& b) const {
        for (int w = 0; w < Words; ++w)
            a.word[w] = (a.word[w] ^ (b.word[w] >> 5)) * 2654435761u + 3 * b.word[w];
        return a;
    }
};

}  // namespace support
