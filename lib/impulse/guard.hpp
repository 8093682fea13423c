// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block_guard`: tells the block of a grid that comes last.
#pragma once

#include <impulse/detail/kernel/last_block_guard.hpp>
