// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the operator must be callable as op.init, item.
#include <impulse/running.hpp>

#include <vector>

struct of_words {
    int operator()(int, const char*) const;
};

int main() {
    auto sum = impulse::running_reduction<int>(impulse::automatic, 0, of_words{});
    sum.push(std::vector<int>{1, 2});
}
