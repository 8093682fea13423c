// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are reduce_by_key_into..policy,. by_key.keys, values., keys_out
#include <impulse/by_key.hpp>

#include <vector>

int main() {
    std::vector<int> keys{1, 1}, values{1, 2}, sums(2);
    impulse::reduce_by_key_into(impulse::by_key(keys, values), keys.data(), sums.data());
}
