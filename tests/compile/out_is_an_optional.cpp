// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
#include <impulse/sums.hpp>

#include <optional>
#include <vector>

int main() {
    std::optional<double> out(0);  // a copy would be written
    impulse::sum_into(std::vector<double>{1, 2}, out);
}
