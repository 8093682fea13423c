// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed: impulse: the operator must be callable with every mix of accumulator and item
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
