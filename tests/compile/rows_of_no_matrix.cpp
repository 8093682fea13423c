// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: expected an array: a matrix_view, or anything with mdspan's extents
#include <impulse/layouts.hpp>

#include <vector>

int main() {
    const std::vector<int> x(6, 1);
    static_cast<void>(impulse::rows(x));
}
