// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: each of several devices has memory of its own
#include <impulse/devices.hpp>
#include <impulse/sums.hpp>

int main() {
    const float x[6] = {};
    impulse::workspace space(1 << 20);
    static_cast<void>(impulse::sum(impulse::automatic.on(impulse::devices(0)).with(space), x));
}
