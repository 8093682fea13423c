// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: this layout owns a container, so that it can be moved but not copied
#include <impulse/layouts.hpp>

#include <vector>

void call(int* keys_out, int* count_out) {
    const auto runs = impulse::by_key(std::vector<int>{1, 1}, std::vector<int>{2, 3});
    static_cast<void>(runs.into(keys_out, count_out));
}
