// SPDX-License-Identifier: Apache-2.0
// Groups of every layout, compared with the tree over the items of each.
#pragma once

#include "scratch.cuh"
#include "tree.cuh"

#include <arrays.hpp>

#include <impulse/layouts.hpp>

#include <ranges>

using support::array_view;

namespace gpu {

/// Compares the results of a layout's groups with the expected values, by the policies that for_each gives.
template <class Layout, class T, class Op, class Policies>
void check_groups(const std::string& what, const Layout& groups, const std::vector<T>& expected,
                  const T& init, const Op& op, const Policies& for_each) {
    const stream s;
    const buffer<T> out(static_cast<index_t>(expected.size()));
    for_each([&](const std::string& name, const auto& policy) {
        impulse::reduce_into(policy.on(s), groups, out.data(), init, op);
        s.wait();
        check_results(what + ", " + name, out, expected);
    });
}

/// The same for the mix, by every policy, in a graph that has a workspace and runs ten times.
template <class Layout>
void check_replayed(const Layout& groups, const std::vector<std::uint64_t>& expected) {
    const stream s;
    const buffer<std::uint64_t> out(static_cast<index_t>(expected.size()));
    for_each_policy([&](const std::string& name, const auto& policy) {
        impulse::workspace space(impulse::workspace_bytes(policy.on(s), groups, out.data(), mix_init, mix{}),
                                 {s});
        const graph replayed(captured(
            s, [&] { impulse::reduce_into(policy.on(s).with(space), groups, out.data(), mix_init, mix{}); }));
        for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
        s.wait();
        check_results(name, out, expected);
    });
}

/// The trees of groups of `length` adjacent items.
template <class T, class Op>
std::vector<T> trees_of_batches(const std::vector<T>& items, index_t length, const T& init, const Op& op) {
    std::vector<T> trees;
    for (auto first = items.begin(); first != items.end(); first += length)
        trees.push_back(impulse::tree_fold(std::ranges::subrange(first, first + length), init, op));
    return trees;
}

/// Compares groups of `length` adjacent items, by the policies that for_each gives, with tree_fold of each.
template <class T, class Make, class Op, class Policies>
void check_batches(const Make& make, const T& init, const Op& op, index_t groups, index_t length,
                   const Policies& for_each) {
    CAPTURE(length);
    const auto items = support::make_items(groups * length, make);
    const buffer<T> x(items);
    check_groups("batches", impulse::batches(x, length), trees_of_batches(items, length, init, op), init, op,
                 for_each);
}

/// Checks the groups along the axes I of the array in `x`, which has these strides and `items`.
template <int... I, class T, std::size_t Rank, class Op, class Policies>
void check_axes(const buffer<T>& x, const std::vector<T>& items, const support::array_shape<Rank>& shape,
                const T& init, const Op& op, const Policies& for_each, index_t offset = 0) {
    const array_view<const T, Rank> view{items.data() + offset, shape.extents, shape.strides};
    if (offset + view.span() > static_cast<index_t>(items.size())) return;
    const array_view<const T, Rank> on_gpu{x.data() + offset, shape.extents, shape.strides};
    check_groups("axes", impulse::axes<I...>(on_gpu),
                 support::trees_of(view, (0u | ... | (1u << I)), init, op), init, op, for_each);
}

}  // namespace gpu
