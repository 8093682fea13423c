// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions in which each warp takes only a few vector loads, once: small inputs, results of some hundred
/// items, and partials of blocks. There are no 64-bit counts and no loops, because only the latency of one
/// warp matters.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(group_reduce.hpp)

#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/kernel/butterfly_combine.hpp>
#include <impulse/detail/kernel/collectives.hpp>
#include <impulse/detail/kernel/thread_reduce.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>
#include <impulse/detail/tree/nodes.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Computes, in lane 0, the node of Loads vector loads of PerLane leaves for each lane; the first `remaining`
/// leaves are valid. Each vector load is joined across lanes separately, which takes more exchanges than
/// `butterfly_combine`, but has a shorter dependency chain.
template <int PerLane, int Loads, class Acc, class Warp, class Op>
class shuffle_combine {
  public:
    IMPULSE_INLINE shuffle_combine(const Warp& warp, int remaining, const op_adaptor<Acc, Op>& join)
        : lanes_(warp, remaining, join) {}

    IMPULSE_INLINE uninitialized<Acc> operator()(const auto& loaded) const {
        uninitialized<Acc> node[std::size_t{Loads}];
        IMPULSE_UNROLL
        for (int c = 0; c < Loads; ++c) node[c] = lanes_.in_lane(loaded, c, 0);
        IMPULSE_UNROLL
        for (int d = 1; d < Warp::width; d *= 2) {
            const bool even = (lanes_.lane & (2 * d - 1)) == 0;
            // fault: few-are-there
            IMPULSE_UNROLL
            for (int c = 0; c < Loads; ++c)
                lanes_.meet(node[c], d, even && lanes_.has_ahead(c * lanes_.vector_load + d * PerLane));
        }
        IMPULSE_UNROLL
        for (int step = 1; step < Loads; step *= 2) {
            IMPULSE_UNROLL
            for (int c = 0; c + step < Loads; c += 2 * step)
                // fault: few-chunks
                if (lanes_.lane == 0 && lanes_.is_valid((c + step) * lanes_.vector_load))
                    node[c] =
                        uninitialized<Acc>(lanes_.join(std::move(*node[c]), std::move(*node[c + step])));
        }
        return node[0];
    }

  private:
    lane_joins<false, PerLane, Acc, Warp, Op> lanes_;
};

/// A team's value of a `range`, in its first thread. The range may be empty, and has so few leaves that no
/// warp has more than `few_vector_loads`. Every thread of the team must make the call. Exchanges are outside
/// of divergent branches, where they would be slower.
template <class Acc, class Team, class Leaves, class Op>
IMPULSE_INLINE uninitialized<Acc> reduce_single_tile(Team& team, const Leaves& leaves, interval range,
                                                     const op_adaptor<Acc, Op>& join) {
    using warp_type = decltype(team.warp);
    constexpr int width = warp_type::width;
    constexpr int PerLane = Leaves::shape.leaves;
    constexpr int Loads = Leaves::shape.few_vector_loads;
    constexpr int each = width * PerLane * Loads;
    const int size = static_cast<int>(range.size());
    const int begin = (team.before() + team.rank()) * each;
    const int remaining = size - begin;
    const int first = team.warp.rank() * PerLane;
    uninitialized<Acc> node;
    if (team.takes_part()) {
        // fault: few-load
        const auto loaded = leaves.template load_valid<PerLane, Loads>(range.begin + (begin + first),
                                                                       width * PerLane, remaining - first);
        team.has_loaded();
        if constexpr (freedom_v<std::remove_const_t<Op>, Acc> == grouping::reorder) {
            if (first < remaining)
                node =
                    detail::thread_reduce_some<PerLane, Loads, width, Acc>(loaded, join, remaining - first);
            // fault: few-filled
            const int filled = (remaining + PerLane - 1) / PerLane;
            detail::reduce_warp<Acc>(team.warp, node, filled < width ? filled : width, join);
        } else {
            using combine = std::conditional_t<(Loads < kernel_tuning::few_traded),
                                               shuffle_combine<PerLane, Loads, Acc, warp_type, Op>,
                                               butterfly_combine<false, PerLane, Loads, Acc, warp_type, Op>>;
            // fault: few-by-butterfly
            node = combine(team.warp, remaining, join)(loaded);
        }
    }
    if constexpr (Team::is_block) {
        const int filled = (size + each - 1) / each - team.before();
        detail::join_warps<Acc>(team.block, node, filled < team.warps() ? filled : team.warps(), join);
    }
    return node;
}

}  // namespace impulse::detail
