// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a state of an operator that has no name .* tag .*impulse::type_id
#include <impulse/running.hpp>

int main() {
    auto squares = impulse::running_reduction<float>(0.f, [](float a, float b) { return a + b; });
    squares.save("squares");
}
