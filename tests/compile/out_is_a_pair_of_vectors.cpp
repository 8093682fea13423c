// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
#include <impulse/extrema.hpp>

#include <tuple>
#include <vector>

int main() {
    std::vector<double> low(1), high(1);
    impulse::minmax_value_into(std::vector<double>{1, 2}, std::tuple(low, high));
}
