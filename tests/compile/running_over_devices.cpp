// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a running reduction is made at one place
#include <impulse/devices.hpp>
#include <impulse/running.hpp>

int main() {
    const auto two = impulse::devices(impulse::host, impulse::host);
    static_cast<void>(impulse::running_reduction<float>(impulse::automatic.on(two), 0.f));
}
