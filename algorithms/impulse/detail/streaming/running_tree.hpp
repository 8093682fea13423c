// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree of a running reduction.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(running.hpp)

#include <impulse/detail/frontend/part_call.hpp>
#include <impulse/detail/op/aggregate.hpp>
#include <impulse/detail/op/freedom.hpp>
#include <impulse/detail/op/op_adaptor.hpp>
#include <impulse/detail/tree/forest.hpp>
#include <impulse/detail/tree/prefix.hpp>

#include <type_traits>
#include <utility>

namespace impulse::inline IMPULSE_ABI::detail {

/// The tree over the first `count` items of a running reduction, without the items that its feed still has.
template <class Item, class Acc, class Op, class Policy>
struct running_tree {
    static constexpr index_t leaf = leaf_of<Op, Item>::value;

    Policy how;
    Op op;
    prefix<Acc> nodes = {};
    index_t count = 0;

    /// The number of items of the last, incomplete leaf.
    index_t begun() const { return count % leaf; }

    template <class... Parts>
    void append(Parts&&... parts) {
        const auto run = detail::as_run(op);
        const op_adaptor<Acc, std::remove_reference_t<decltype(run)>> join(run, detail::opaque_zero());
        nodes.append(join, std::forward<Parts>(parts)...);
    }
    /// The accumulator of a part that is a single, perhaps incomplete leaf.
    Acc leaf_of_part(forest<Acc>&& begun) const {
        if constexpr (keeps_items<Op, Acc>) {
            const auto run = detail::as_run(op);
            const op_adaptor<Acc, std::remove_reference_t<decltype(run)>> join(run, detail::opaque_zero());
            return *detail::fold_nodes(begun, join);
        } else {
            return std::move(*begun.nodes[0]);
        }
    }
    template <class It>
    forest<Acc> part(It first, It last, index_t index) const {
        return detail::make_part<Acc>(how, first, last, index, op);
    }
};

}  // namespace impulse::detail
