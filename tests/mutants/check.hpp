// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test framework of one function: these programs are built once for every planted fault, so they must be small.
#pragma once

#include <cstdio>
#include <cstdlib>

/// Says what is wrong, and ends the program as failed.
inline void check(bool right, const char* what) {
    if (right) return;
    std::printf("wrong: %s\n", what);
    std::fflush(stdout);
    std::_Exit(1);
}
