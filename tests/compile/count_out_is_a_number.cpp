// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: count_out must be a pointer or an iterator
#include <impulse/by_key.hpp>

#include <vector>

void call(const std::vector<int>& keys, const std::vector<float>& x, int* keys_out, float* out, int count) {
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out, out, count, 0.f);
}
