// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an axis is a number below the array.s rank
#include <impulse/layouts.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<2>(impulse::matrix_view{x.data(), 2, 3}));
}
