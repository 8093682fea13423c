// SPDX-License-Identifier: Apache-2.0
// # Find where two results differ in their bits
// First print `to_string(check_arithmetic())` and `explain(...)` in both programs. Then search the tree: both
// machines reduce the same node, the items [k·2^j, (k+1)·2^j), and compare. If both halves of a node agree
// but the node does not, the operator differs: one compiler fuses its product and sum (`impulse::strict`).
//
// Prints: the node of the items [700, 701) differs
#include <impulse/explain.hpp>
#include <impulse/reduce.hpp>

#include <bit>
#include <iostream>
#include <vector>

int main() {
    std::vector<float> here(1000, 0.005f), there(here);  // the items of two machines
    there[700] = 3.75f;
    const auto bits = [](const std::vector<float>& x, std::size_t first, std::size_t last) {
        return std::bit_cast<unsigned>(impulse::reduce(x.data() + first, x.data() + last, 0.f));
    };
    std::size_t first = 0, last = bits(here, 0, 1000) == bits(there, 0, 1000) ? 0 : 1000;
    while (last - first > 1) {
        const std::size_t half = first + std::bit_ceil(last - first) / 2;
        if (bits(here, first, half) != bits(there, first, half))
            last = half;
        else if (bits(here, half, last) != bits(there, half, last))
            first = half;
        else
            break;
    }
    std::cout << "the node of the items [" << first << ", " << last << ") differs\n";
    return impulse::check_arithmetic() ? 0 : 1;
}
