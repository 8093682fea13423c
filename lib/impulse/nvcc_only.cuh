// SPDX-License-Identifier: Apache-2.0
/// \file
/// Included first by headers that only nvcc can compile.
#pragma once

#include <impulse/config.hpp>

#if !IMPULSE_HAS_CUDA
#error "impulse: this header needs nvcc; name the file .cu, or leave the header out"
#include <impulse: nvcc is needed>
#endif
