// SPDX-License-Identifier: Apache-2.0
// expect: static.assert.*impulse: there is no GPU in a file that is not compiled by nvcc
#include <impulse/devices.hpp>

int main() { impulse::devices(0, impulse::host); }
