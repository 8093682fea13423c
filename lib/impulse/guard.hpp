// SPDX-License-Identifier: Apache-2.0
/// \file
/// `last_block_guard`: finds the last block of a grid.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/kernel/block_meeting.hpp>

#include <impulse/detail/base/end.hpp>
