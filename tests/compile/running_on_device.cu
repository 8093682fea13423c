// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: a running_reduction is the host's
#include <impulse/running.hpp>

int main() { (void)impulse::running_reduction<float>(impulse::automatic.on(impulse::device), 0.f); }
