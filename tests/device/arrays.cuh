// SPDX-License-Identifier: Apache-2.0
// The groups of an array along some of its axes, compared with the tree over the items of each.
#pragma once

#include "tree.cuh"

#include <arrays.hpp>

#include <impulse/layouts.hpp>

using support::array_view;

namespace gpu {

/// Checks the groups along the axes I of the array in `x`, which has these strides and `items`, by the
/// policies that for_each gives.
template <int... I, class T, std::size_t Rank, class Op, class Policies>
void check_axes(const buffer<T>& x, const std::vector<T>& items, const support::array_shape<Rank>& shape,
                const T& init, const Op& op, const Policies& for_each, index_t offset = 0) {
    const stream s;
    const array_view<const T, Rank> view{items.data() + offset, shape.extents, shape.strides};
    if (offset + view.span() > static_cast<index_t>(items.size())) return;
    const auto expected = support::trees_of(view, (0u | ... | (1u << I)), init, op);
    const buffer<T> out(static_cast<index_t>(expected.size()));
    for_each([&](const std::string& name, const auto& policy) {
        const array_view<const T, Rank> on_gpu{x.data() + offset, shape.extents, shape.strides};
        impulse::reduce_into(policy.on(s), impulse::axes<I...>(on_gpu), out.data(), init, op);
        s.wait();
        check_results(name, out, expected);
    });
}

/// The one policy of tests whose question is not the policy.
inline constexpr auto by_last_block = [](const auto& f) { f("last_block", impulse::last_block); };

}  // namespace gpu
