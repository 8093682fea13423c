// SPDX-License-Identifier: Apache-2.0
// Segments of one length, and such among which there are others, compared with the tree over each.
#pragma once

#include "one_multiprocessor.cuh"
#include "tree.cuh"

#include <segments.hpp>

#include <impulse/layouts.hpp>

#include <initializer_list>
#include <span>

namespace gpu {

/// All results of segments of these lengths, which are in `items`, from different positions in a word on.
template <class Bound, class T, class Place, class Op>
void check_nearly_equal(const Place& place, std::initializer_list<index_t> lengths,
                        const std::vector<T>& items, const T& init, const Op& op) {
    const auto how = impulse::last_block.on(place);
    const buffer<T> memory(items);
    index_t before = 0;
    for (const index_t length : lengths) {
        CAPTURE(length);
        before = (before + 1) % 4;
        const std::vector<T> behind(items.begin() + before, items.end());
        support::for_each_nearly_equal(
            length, static_cast<index_t>(behind.size()),
            [&](const std::string& kind, const support::offsets& begins, const support::offsets& ends) {
                const buffer<Bound> from(std::vector<Bound>(begins.begin(), begins.end()));
                const buffer<Bound> to(std::vector<Bound>(ends.begin(), ends.end()));
                const buffer<T> out(from.size());
                // So the average of the plan is that of the lengths.
                const auto all = static_cast<std::size_t>(*std::max_element(ends.begin(), ends.end()));
                impulse::reduce_into(how, impulse::segments(std::span(memory.data() + before, all), from, to),
                                     out.data(), init, op);
                must(cudaDeviceSynchronize());
                check_results(kind, out, support::trees(behind, begins, ends, init, op));
            });
    }
}

}  // namespace gpu
