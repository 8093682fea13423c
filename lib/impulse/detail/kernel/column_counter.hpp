// SPDX-License-Identifier: Apache-2.0
/// \file
/// `column_counter`: the binary counter of a lane that has several columns.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(reduce.hpp)

#include <impulse/detail/base/standard.hpp>
#include <impulse/detail/base/uninitialized.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/plan/kernel_tuning.hpp>

#include <cstdint>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// Joins nodes of equal size as they arrive, for `Sets` columns at once; each column has at most 2^Steps
/// nodes. The compiler knows the indices of the lowest levels, which change most often, so they are in
/// registers.
template <class Acc, class Op, int Sets, int Steps>
class column_counter {
  public:
    using nodes = uninitialized<Acc>[std::size_t{Sets}];  ///< one for each column

  private:
    /// The number of lowest levels whose waiting nodes are kept in registers, limited by their size.
    static constexpr int max_low =
        (std::min)(int{kernel_tuning::levels_in_registers},
                   kernel_tuning::waiting_bytes / (Sets * int{sizeof(uninitialized<Acc>)}));
    static constexpr int few = (std::max)(1, max_low);
    static constexpr std::size_t others = Steps + 1 - max_low;

  public:
    /// The waiting nodes. They are arrays of the caller, because the compiler would not let members share
    /// stack memory with those of another counter.
    using low_levels = nodes[std::size_t{few}];
    using other_levels = nodes[others];

    IMPULSE_INLINE explicit column_counter(const op_adaptor<Acc, Op>& join) : join_(join) {}

    /// Adds node number t of each column for which has_value(column) is true; after the last node `node` has
    /// the value.
    template <int Level = 0, class Has>
    IMPULSE_INLINE void put(nodes& node, std::uint32_t t, bool last, const Has& has_value, low_levels& low,
                            other_levels& high) const {
        if constexpr (Level < max_low) {
            if ((t >> Level & 1) != 0)
                join_waiting(low[Level], node, has_value);
            else if (!last)
                return wait(node, low[Level]);
            put<Level + 1>(node, t, last, has_value, low, high);
        } else {
            int level = max_low;
            IMPULSE_NO_UNROLL
            for (; t >> level != 0; ++level) {
                if ((t >> level & 1) != 0)
                    join_waiting(high[level - max_low], node, has_value);
                else if (!last)
                    break;
            }
            // fault: level-that-waits
            if (!last) wait(node, high[level - max_low]);
        }
    }

  private:
    IMPULSE_INLINE void join_waiting(const nodes& waiting, nodes& node, const auto& has_value) const {
        IMPULSE_UNROLL
        for (int s = 0; s < Sets; ++s)
            // fault: rows-that-wait
            if (has_value(s)) node[s] = uninitialized<Acc>(join_(Acc(*waiting[s]), std::move(*node[s])));
    }
    IMPULSE_INLINE static void wait(const nodes& node, nodes& waiting) {
        IMPULSE_UNROLL
        for (int s = 0; s < Sets; ++s) waiting[s] = node[s];
    }

    const op_adaptor<Acc, Op>& join_;
};

}  // namespace impulse::detail
