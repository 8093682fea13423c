// SPDX-License-Identifier: Apache-2.0
// case text: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
// case character: static.assert.*impulse: devices are numbers of GPUs, CUDA streams, and impulse::host
#include <impulse/devices.hpp>

#include <cstdint>

int main() {
    impulse::devices(0, std::uint8_t{1});
#ifdef CASE_text
    impulse::devices("01");
#endif
#ifdef CASE_character
    impulse::devices('0');
#endif
}
