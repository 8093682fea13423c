// SPDX-License-Identifier: Apache-2.0
// Tries a kind in [First, Last), at the trial's place.
#pragma once

#include "attempt.hpp"
#include "cpu.hpp"
#include "cpu_places.hpp"

namespace fuzz {

template <int First, int Last>
verdict attempted_on_cpu(const trial& t) {
    const auto attempt = [&](auto& place) { return attempted<First, Last>(t, place); };
    cpu_place<decltype(impulse::host), 16> on_host(impulse::host);
    cpu_place<own::serial_machine, 16> on_serial(own::serial_machine{t.processors});
    switch (t.place) {
        case host:
            return attempt(on_host);
        case serial:
            return attempt(on_serial);
        case warps_of_4:
            return on_fibers<4>(t, attempt);
        case warps_of_32:
            return on_fibers<32>(t, attempt);
        default:
            return {};
    }
}

}  // namespace fuzz
