// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are matrix_view.first, rows, columns
#include <impulse/layouts.hpp>

#include <vector>

int main() {
    const std::vector<float> x(6);
    const impulse::matrix_view m{x, 2, 3};
    static_cast<void>(impulse::reduce(impulse::rows(m), 0.f));
}
