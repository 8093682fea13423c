// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a second input goes with a range, batches or segments, not with the groups of
#include <impulse/layouts.hpp>
#include <impulse/sums.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::dot(impulse::columns(impulse::matrix_view{x.data(), 2, 3}), x));
}
