// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: keys_out must be .* written, a copy each
#include <impulse/by_key.hpp>

#include <memory>
#include <vector>

using key = std::unique_ptr<int>;

void call(const std::vector<key>& keys, const std::vector<float>& x, key* keys_out, float* out, int* count) {
    impulse::reduce_by_key_into(impulse::by_key(keys, x), keys_out, out, count);
}
