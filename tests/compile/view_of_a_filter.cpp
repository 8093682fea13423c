// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the items of this range cannot be reached by their number .it is not random-access.: copy them into a std::vector; where a filter leaves some out, give all of them to transform_reduce
#include <impulse/reduce.hpp>

#include <ranges>

int main() {
    const auto odd = [](int x) { return x % 2 == 1; };
    return impulse::reduce(impulse::last_block, std::views::iota(1, 10) | std::views::filter(odd), 0);
}
