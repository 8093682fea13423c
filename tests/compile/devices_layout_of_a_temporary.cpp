// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: over devices there is one result
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <vector>

int main() {
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::sum(policy, impulse::batches(std::vector<float>(6), 2)));
}
