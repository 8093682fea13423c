// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bytes of a plan's scratch memory.
#pragma once

#include <impulse/config.hpp>
#include <impulse/detail/plan/plan.hpp>
#include <impulse/detail/plan/records.hpp>

namespace impulse {
inline namespace IMPULSE_ABI {
namespace detail {

/// The bytes that blocks share in memory.
constexpr void set_workspace(plan& p, const work_kind& kind) {
    p.counts = p.partials > 0 || p.listed > 0 || p.search.tiles > 0 || (kind.fetches && p.subtrees > 0);
    if (p.counts)
        p.workspace_bytes =
            scratch_alignment +
            static_cast<std::size_t>(p.partials) * static_cast<std::size_t>(kind.partial_bytes) +
            static_cast<std::size_t>(p.listed) * sizeof(listed_subtree) +
            static_cast<std::size_t>(p.search.ends()) * sizeof(run_ends) +
            static_cast<std::size_t>(p.search.run_capacity + p.search.marks) * sizeof(std::uint32_t);
}

}  // namespace detail
}  // namespace IMPULSE_ABI
}  // namespace impulse
