// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the .transformed. items do not convert to the accumulator
#include <impulse/reduce.hpp>

#include <vector>

struct item {};

struct joins_anything {
    template <class A, class B>
    int operator()(A, B) const {
        return 0;
    }
};

int main() { return impulse::reduce(std::vector<item>{}, 0, joins_anything{}); }
