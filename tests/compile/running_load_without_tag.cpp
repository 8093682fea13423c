// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a state of accumulators whose type has no name .* tag .*impulse::type_id
#include <impulse/running.hpp>

struct point {
    float x, y;
    point operator+(const point& other) const { return {x + other.x, y + other.y}; }
};

int main() {
    auto sum = impulse::running_reduction<point>(point{0, 0});
    sum.load("points");
}
