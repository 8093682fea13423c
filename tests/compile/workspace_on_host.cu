// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*\.with\(\.\.\.\) gives GPU memory; a call on the host takes none
#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <vector>

int main() {
    impulse::workspace space(1024);
    return impulse::reduce(impulse::last_block.with(space).on(impulse::host), std::vector<int>{1, 2}, 0);
}
