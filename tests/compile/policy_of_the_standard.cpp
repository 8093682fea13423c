// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: expected an execution policy of impulse \(single_block, two_pass,
#include <impulse/reduce.hpp>

#include <vector>

// As std::execution::par is: neither a policy of impulse nor a range nor an iterator.
struct parallel_policy {};

int main() { return impulse::reduce(parallel_policy{}, std::vector<int>{1, 2}, 0); }
