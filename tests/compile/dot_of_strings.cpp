// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: sum needs x . y of its items, product x . y, and dot x . y of both inputs
#include <impulse/sums.hpp>

#include <string>
#include <vector>

int main() {
    const std::vector<std::string> x{"a", "b"};
    impulse::dot(x, x);
}
