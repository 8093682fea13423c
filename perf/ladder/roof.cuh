// SPDX-License-Identifier: Apache-2.0
// The roof above the ladder: the memory's maximum rate, after the CUDA samples' `deviceQuery` and
// `bandwidthTest`.
#pragma once

#include <report.hpp>

#include "bench.cuh"

namespace ladder {

struct roof {
    const char* name;
    const char* lesson;
    double bytes;
    double seconds;

    perf::finding found() const;
    double rate() const { return bytes / seconds; }
};

std::vector<roof> measure_roofs(bench& on);

/// Prints the properties from deviceQuery that matter for a reduction.
std::string card_properties();

}  // namespace ladder
