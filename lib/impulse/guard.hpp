// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block_guard`: finds the last block of a grid.
#pragma once

#pragma push_macro("IMPULSE_INTERNAL")
#define IMPULSE_INTERNAL 1
#include <impulse/detail/kernel/last_block_guard.hpp>
#pragma pop_macro("IMPULSE_INTERNAL")
