// SPDX-License-Identifier: Apache-2.0
/// \file
/// `global_queue`: the classic global work queue, from which blocks fetch work until none is left.
#pragma once

#include <impulse/detail/base/begin.hpp>

#include <impulse/detail/kernel/block_meeting.hpp>

#include <impulse/detail/base/end.hpp>
