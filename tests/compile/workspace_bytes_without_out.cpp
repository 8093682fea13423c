// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an _into form writes its result to .out.
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    const std::vector<int> x{1};
    return static_cast<int>(impulse::reduce_into.workspace_bytes(x));
}
