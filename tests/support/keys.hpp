// SPDX-License-Identifier: Apache-2.0
// Keys with runs of given lengths, and the results of a reduction by them.
#pragma once

#include <segments.hpp>

#include <impulse/config.hpp>

namespace support {

/// 12 bytes, of which only the first field is compared.
struct wide_key {
    int value;
    int others[2];
    wide_key() = default;
    explicit wide_key(std::int8_t v) : value(v), others{v, -v} {}
    IMPULSE_SHARED friend bool operator==(const wide_key& a, const wide_key& b) { return a.value == b.value; }
};

/// Runs of adjacent equal keys.
template <class Key>
struct runs {
    std::vector<Key> keys;        ///< of all items
    std::vector<Key> first_keys;  ///< of each run
    offsets begins;
    offsets ends;
};

/// A run for each segment that is not empty, from the first offset on. There are few different keys, so the
/// same key can occur in several runs.
template <class Key>
runs<Key> runs_of(const offsets& at) {
    runs<Key> made;
    for (std::size_t r = 0; r + 1 < at.size(); ++r) {
        if (at[r] == at[r + 1]) continue;
        const auto number = made.begins.size();
        const Key key(static_cast<std::int8_t>(7 - number % 3 - 40 * (number % 2)));
        made.keys.insert(made.keys.end(), static_cast<std::size_t>(at[r + 1] - at[r]), key);
        made.first_keys.push_back(key);
        made.begins.push_back(at[r] - at[0]);
        made.ends.push_back(at[r + 1] - at[0]);
    }
    return made;
}

}  // namespace support
