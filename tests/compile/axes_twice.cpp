// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an axis is named twice
#include <impulse/layouts.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<1, 1>(impulse::matrix_view{x.data(), 2, 3}));
}
