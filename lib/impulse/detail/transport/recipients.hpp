// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which members of a place get the results of a call.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// Where the results of a call go: to all members, to one, or to each member those of its shard.
enum class recipients { all, root, shards };

}  // namespace impulse::detail
