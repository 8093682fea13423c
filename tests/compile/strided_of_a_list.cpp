// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: strided takes a random-access range of known length, or a random-access iterator
#include <impulse/iterators.hpp>

#include <list>

int main() {
    const std::list<int> x{1, 2};
    impulse::strided(x, 2);
}
