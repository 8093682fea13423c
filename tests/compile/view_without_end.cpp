// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: this range has no end; say how many of its items: range . std::views::take.n.
#include <impulse/reduce.hpp>

#include <ranges>

int main() { return impulse::reduce(std::views::iota(1), 0); }
