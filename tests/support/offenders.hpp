// SPDX-License-Identifier: Apache-2.0
// Offsets of many segments, some of which are wrong.
#pragma once

#include <segments.hpp>

namespace support {

/// Calls give(offsets, the message of a checked call) for `segments` segments of three items, of which one or
/// two end before they begin: the first, an early one, the middle one, the last, and two that are far apart
/// or near each other.
template <class F>
void for_each_offender(impulse::index_t segments, const F& give) {
    using impulse::index_t;
    const index_t last = segments - 1;
    const index_t middle = segments / 2;
    const index_t items = 3 * segments;
    auto random = random_source(930);
    const index_t some = random_between(random, 1, last - 1);
    const auto right = offsets_of(std::vector<index_t>(static_cast<std::size_t>(segments), 3));
    for (const auto& [first, other] : std::vector<std::pair<index_t, index_t>>{{0, 0},
                                                                               {7, 7},
                                                                               {middle, middle},
                                                                               {some, some},
                                                                               {last, last},
                                                                               {7, last},
                                                                               {middle, middle + 2},
                                                                               {some, last}}) {
        offsets at = right;
        for (const index_t each : {other, first}) at[static_cast<std::size_t>(each) + 1] = 3 * each - 1;
        give(at, "impulse: segment " + std::to_string(first) + " has offsets [" + std::to_string(3 * first) +
                     ", " + std::to_string(3 * first - 1) + "), which decrease");
    }
    offsets beyond = right;
    beyond.back() = items + 1;
    give(beyond, "impulse: segment " + std::to_string(last) + " has offsets [" + std::to_string(3 * last) +
                     ", " + std::to_string(items + 1) + "), but the input has " + std::to_string(items) +
                     " values");
}

}  // namespace support
