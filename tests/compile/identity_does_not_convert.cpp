// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the identity that with_identity.op, e. gives must convert to the accumulator
#include <impulse/reduce.hpp>

#include <string>
#include <vector>

int main() {
    const std::vector<int> x{1};
    return impulse::reduce(x, impulse::with_identity(impulse::plus{}, std::string("none")));
}
