// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: keys_out must be a pointer or a random-access iterator
#include <impulse/by_key.hpp>

#include <vector>

int main() {
    std::vector<int> keys(6), first_keys(6);
    std::vector<float> x(6), sums(6);
    int count = 0;
    impulse::reduce_by_key_into(impulse::last_block, impulse::by_key(keys, x), first_keys, sums.data(),
                                &count, 0.f);
}
