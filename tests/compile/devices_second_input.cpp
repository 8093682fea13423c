// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a distributed input has no second input beside it
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <vector>

int main() {
    const std::vector<float> x(6);
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    const impulse::distributed<float> parts{{impulse::host, x.data(), 6}};
    static_cast<void>(impulse::dot(policy, parts, x));
}
