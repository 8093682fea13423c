// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: 'out' must be a pointer or an iterator through which the result can be written
#include <impulse/sums.hpp>

#include <memory>
#include <vector>

int main() {
    const auto out = std::make_unique<double>();
    impulse::sum_into(std::vector<double>{1, 2}, out);
}
