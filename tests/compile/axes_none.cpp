// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: name the axes that are reduced
#include <impulse/layouts.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::axes<>(impulse::matrix_view{x.data(), 2, 3}));
}
