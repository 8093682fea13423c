// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: over devices the accumulator must be copyable
#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <memory>
#include <utility>
#include <vector>

int main() {
    std::vector<int> x(6);
    using held = std::unique_ptr<int>;
    const auto keep = [](held a, held) { return a; };
    struct op_type {
        decltype(keep) call;
        held lift(int v) const { return std::make_unique<int>(v); }
        held operator()(held a, held b) const { return call(std::move(a), std::move(b)); }
    };
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    static_cast<void>(impulse::reduce(policy, x, held(), op_type{keep}));
}
