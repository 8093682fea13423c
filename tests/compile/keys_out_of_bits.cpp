// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: keys_out is of a std::vector<bool>
#include <impulse/algorithms.hpp>

#include <vector>

int main() {
    const std::vector<bool> keys(6);
    const std::vector<int> x(6);
    std::vector<bool> first(6);
    std::vector<int> sums(6);
    int runs = 0;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), first.begin(), sums.data(), &runs, 0);
}
