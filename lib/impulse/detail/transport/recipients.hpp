// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which members of a place get the results of a call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// The members that get results: all members, one member, or each member the results of its shard.
enum class recipients { all, root, shards };

}  // namespace impulse::detail
