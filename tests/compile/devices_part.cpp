// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a part is made at one place; over ranks and over devices
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <vector>

int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::reduce_part(policy, x, 0));
}
