// SPDX-License-Identifier: Apache-2.0
// # Reduce over several GPUs of one program
// `devices()` is all GPUs, `devices(0, 2)` two of them. A host range is split among them; for items that are
// already on the GPUs use a `distributed`. The result has the bits of one GPU and of the host, for any split.
//
// Prints: all GPUs, one GPU and the host: the same bits
#include <impulse/devices.hpp>
#include <impulse/host.hpp>
#include <impulse/sums.hpp>

#include <iostream>
#include <vector>

int main() {
    std::vector<float> x(1'000'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.f / static_cast<float>(i + 1);

    const float all = impulse::sum(impulse::automatic.on(impulse::devices()), x);
    const float one = impulse::sum(impulse::automatic.on(impulse::devices(0)), x);
    const float host = impulse::sum(x);
    std::cout << "all GPUs, one GPU and the host: "
              << (all == host && one == host ? "the same bits" : "they differ") << '\n';
}
