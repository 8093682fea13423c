// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the items of this range cannot be reached by their number
#include <impulse/explain.hpp>

#include <list>
#include <string>

int main() {
    const std::list<int> x{1};
    const std::string words = impulse::explain(impulse::automatic, x, 0);
    return static_cast<int>(words.size());
}
