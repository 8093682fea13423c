// SPDX-License-Identifier: Apache-2.0
// Parts of an input that arrive in any order, and are joined as they come.
#pragma once

#include <doctest/doctest.h>

#include <seed.hpp>

#include <impulse/parts.hpp>

#include <algorithm>
#include <map>

namespace support {

/// Shuffles parts of which each follows another, and joins each with those of its neighbours that are there.
template <class Acc, class Op, class Random>
impulse::forest<Acc> join_as_they_come(std::vector<impulse::forest<Acc>> parts, const Op& op,
                                       Random& random) {
    std::shuffle(parts.begin(), parts.end(), random);
    std::map<impulse::index_t, impulse::forest<Acc>> here;  // by their first index
    impulse::forest<Acc> empty;                             // an empty part joins with any other
    for (const auto& part : parts) {
        if (part.begin == part.end) {
            empty = impulse::join(empty, part, op);
            continue;
        }
        impulse::forest<Acc> grown = part;
        if (auto next = here.find(grown.end); next != here.end()) {
            grown = impulse::join(grown, next->second, op);
            here.erase(next);
        }
        auto before = here.lower_bound(grown.begin);
        if (before != here.begin() && (--before)->second.end == grown.begin) {
            grown = impulse::join(before->second, grown, op);
            here.erase(before);
        }
        grown = impulse::join(grown, empty, op);
        grown = impulse::join(empty, grown, op);
        here.emplace(grown.begin, grown);
    }
    REQUIRE(here.size() <= 1);
    return here.empty() ? empty : here.begin()->second;
}

}  // namespace support
