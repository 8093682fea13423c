// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
#include <impulse/devices.hpp>

int main() { impulse::devices(impulse::host, 1.5); }
