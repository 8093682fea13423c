// SPDX-License-Identifier: Apache-2.0
// expect: static assertion failed with .*impulse: this range does not know its length, and the host cannot count items of a GPU
#include <impulse/reduce.hpp>

#include <ranges>
#include <span>

int main() {
    const int* const x = nullptr;
    const auto small = [](int item) { return item < 10; };
    return impulse::reduce(impulse::last_block.on(impulse::device),
                           std::span(x, 10) | std::views::take_while(small), 0);
}
