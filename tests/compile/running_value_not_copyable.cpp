// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: an accumulator that cannot be copied is given up
#include <impulse/running.hpp>

#include <memory>

struct add {
    std::unique_ptr<int> lift(int x) const { return std::make_unique<int>(x); }
    void combine(std::unique_ptr<int>& a, const std::unique_ptr<int>& b) const { *a += *b; }
};

int main() {
    const auto sum = impulse::running_reduction<int>(std::make_unique<int>(0), add{});
    return *sum.value();
}
