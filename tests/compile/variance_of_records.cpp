// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: means and variances are of numbers, of which static_cast makes a double
#include <impulse/statistics.hpp>

#include <vector>

struct record {
    int key;
};

int main() { return impulse::variance(std::vector<record>{{1}, {2}}) > 0; }
