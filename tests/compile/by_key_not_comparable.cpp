// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the predicate of by_key must be callable
#include <impulse/by_key.hpp>

#include <vector>

struct opaque {};

void call(const std::vector<opaque>& keys, const std::vector<int>& values) {
    impulse::reduce(impulse::by_key(keys, values, [](int, int) { return true; }), 0);
}
