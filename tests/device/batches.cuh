// SPDX-License-Identifier: Apache-2.0
// Groups of equal length, compared with the tree over the items of each.
#pragma once

#include "tree.cuh"

#include <impulse/layouts.hpp>

#include <ranges>

namespace gpu {

/// Compares groups of `length` items, by the policies that for_each gives, with tree_fold of each group.
template <class T, class Make, class Op, class Policies>
void check_batches(const Make& make, const T& init, const Op& op, index_t groups, index_t length,
                   const Policies& for_each) {
    CAPTURE(length);
    CAPTURE(groups);
    const stream s;
    const auto items = support::make_items(groups * length, make);
    const buffer<T> x(items);
    const buffer<T> out(groups);
    std::vector<T> expected;
    for (index_t g = 0; g < groups; ++g) {
        const auto first = items.begin() + g * length;
        expected.push_back(impulse::tree_fold(std::ranges::subrange(first, first + length), init, op));
    }
    for_each([&](const std::string& name, const auto& policy) {
        impulse::reduce_into(policy.on(s), impulse::batches(x, length), out.data(), init, op);
        s.wait();
        const auto got = download(out);
        index_t wrong = 0;
        for (std::size_t g = 0; g < got.size(); ++g) wrong += gpu::same_bits(got[g], expected[g]) ? 0 : 1;
        check_equal(name, groups * length, wrong == 0);
    });
}

template <class F>
void for_last_block(const F& f) {
    f(std::string("last_block"), impulse::last_block);
}

}  // namespace gpu
