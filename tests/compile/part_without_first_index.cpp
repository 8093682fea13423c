// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are reduce_part..policy,. range, first_index
#include <impulse/parts.hpp>

#include <vector>

int main() { impulse::reduce_part(std::vector<int>{1, 2}); }
