// SPDX-License-Identifier: Apache-2.0
/// \file
/// Headers that only nvcc can compile include this first.
#pragma once

#include <impulse/config.hpp>

#if !IMPULSE_HAS_CUDA
#error "impulse: this header needs nvcc; name the file .cu, or leave the header out"
#include <impulse: nvcc is needed>
#endif
