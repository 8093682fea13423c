// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_queue`: the classic global work queue. Blocks fetch work from it until it is empty.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/kernel/block_meeting.hpp>

#include <impulse/detail/base/end.hpp>
