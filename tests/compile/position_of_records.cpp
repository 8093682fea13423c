// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: items are compared by a < b, or by the comparison that is given
#include <impulse/extrema.hpp>

#include <vector>

struct record {
    int key;
};

int main() {
    const std::vector<record> x{{1}, {2}};
    return static_cast<int>(impulse::argmin(x));
}
