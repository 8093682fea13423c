// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a running_reduction is saved as bytes
#include <impulse/running.hpp>

#include <string>

int main() {
    auto words = impulse::running_reduction<std::string>(std::string());
    words.save("words");
}
