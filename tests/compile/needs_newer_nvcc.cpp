// SPDX-License-Identifier: Apache-2.0
// expect: error.*impulse: this nvcc is too old; CUDA 13.0
// options: -D__CUDACC_VER_MAJOR__=12
#include <impulse/algorithms.hpp>
