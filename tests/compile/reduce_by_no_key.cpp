// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are reduce_by_key_into
#include <impulse/by_key.hpp>

#include <vector>

void call(const std::vector<int>& values, int* out) { impulse::reduce_by_key_into(values, out, out, out); }
