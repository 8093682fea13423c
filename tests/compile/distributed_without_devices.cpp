// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a distributed input lies on several devices
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

int main() {
    const float x[6] = {};
    static_cast<void>(impulse::sum(impulse::distributed<float>{{impulse::host, x, 6}}));
}
