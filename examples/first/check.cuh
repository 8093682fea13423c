// SPDX-License-Identifier: Apache-2.0
/// \file
/// What each of these first programs needs: a CUDA error becomes an exception, which ends the program.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace first {

inline void check(cudaError_t code, const char* doing) {
    if (code != cudaSuccess)
        throw std::runtime_error(std::string(doing) + ": " + cudaGetErrorName(code) + ", " +
                                 cudaGetErrorString(code));
}

inline void require(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
}

}  // namespace first
