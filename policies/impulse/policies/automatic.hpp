// SPDX-License-Identifier: Apache-2.0
/// \file
/// `automatic`: the policy of calls that name none.
#pragma once

#include <impulse/policies/last_block.hpp>

namespace impulse::inline IMPULSE_ABI {

/// One launch whatever the size: with one block `last_block` is `single_block`, and the executor plans one
/// block where more would not pay.
struct automatic_strategy : last_block_strategy {};

/// What is fastest for the input's size, in one kernel.
inline constexpr policy<automatic_strategy> automatic{};

}  // namespace impulse::inline IMPULSE_ABI
