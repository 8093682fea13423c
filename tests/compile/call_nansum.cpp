// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: the arguments are nansum..policy,. range., impulse::wide.
#include <impulse/nan.hpp>

#include <vector>

int main() { return impulse::nansum(std::vector<float>{1, 2}, 0.f) > 0; }
