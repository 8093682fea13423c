// SPDX-License-Identifier: Apache-2.0
/// \file
/// All execution policies.
#pragma once

#include <impulse/policies/last_block.hpp>
#include <impulse/policies/single_block.hpp>
#include <impulse/policies/two_pass.hpp>
#include <impulse/policies/work_queue.hpp>
