// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are by_key.keys, values
#include <impulse/by_key.hpp>

#include <vector>

void call(const std::vector<int>& keys, int* out) {
    impulse::reduce_by_key_into(impulse::by_key(keys), out, out, out);
}
