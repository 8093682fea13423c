// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: strided takes an iterator and a stride
#include <impulse/iterators.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1, 2};
    impulse::strided(x, 2);
}
