// SPDX-License-Identifier: Apache-2.0
// # Find where two results differ in their bits
// First compare what both programs print of `check_arithmetic()` and `explain(...)`, and the types of items
// and accumulator. Then search the tree: a node covers items [k·2^j, (k+1)·2^j), so both machines compute the
// same half alone and compare it. Where both halves agree and the whole does not, the operator itself
// differs.
//
// Prints: items 700 to 700 differ: 3.75
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
    std::size_t first = 0, last = here.size();
    while (last - first > 1) {
        const std::size_t half = first + std::bit_ceil(last - first) / 2;
        if (bits(here, first, half) != bits(there, first, half))
            last = half;
        else if (bits(here, half, last) != bits(there, half, last))
            first = half;
        else
            break;
    }
    std::cout << "items " << first << " to " << last - 1 << " differ: " << there[first] << '\n';
    return impulse::check_arithmetic() ? 0 : 1;
}
