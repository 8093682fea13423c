// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: keys_out must be a pointer or a random-access iterator
#include <impulse/by_key.hpp>

#include <iterator>
#include <vector>

void call(const std::vector<int>& keys, const std::vector<float>& x, float* out, int* count) {
    std::vector<int> first_keys;
    impulse::reduce_by_key_into(impulse::by_key(keys, x), std::back_inserter(first_keys), out, count);
}
