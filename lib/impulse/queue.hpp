// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_queue`: the classic global work queue, from which blocks fetch work until none is left.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/kernel/global_queue.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
