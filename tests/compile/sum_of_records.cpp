// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: sum needs x . y of its items, product x . y, and dot x . y of both inputs
#include <impulse/sums.hpp>

#include <vector>

struct record {
    int key;
};

int main() { return impulse::sum(std::vector<record>{{1}, {2}}).key; }
