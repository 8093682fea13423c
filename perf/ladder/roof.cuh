// SPDX-License-Identifier: Apache-2.0
/// \file
/// The roof above the ladder: what memory can give, after the CUDA samples' `deviceQuery` and
/// `bandwidthTest`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench.cuh"

namespace ladder {

/// A line of the table: bytes and the time that they took.
struct line {
    const char* name;
    const char* lesson;
    double bytes;
    double seconds;
    std::int64_t n = static_cast<std::int64_t>(bytes / sizeof(int));

    double rate() const { return bytes / seconds; }
};

std::vector<line> measure_roof(bench& on);

/// What deviceQuery says of the card that a reduction cares for.
std::string card_properties();

}  // namespace ladder
