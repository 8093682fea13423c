// SPDX-License-Identifier: Apache-2.0
// Overwrites the stack that returned calls used, so that a reference to it is found.
#pragma once

namespace support {

[[gnu::noinline]] inline void use_stack() {
    volatile char bytes[4096];
    for (auto& byte : bytes) byte = 0x5a;
}

}  // namespace support
