// SPDX-License-Identifier: Apache-2.0
// Reductions by aggregates at several sizes, compared with the tree on the host.
#pragma once

#include "alignment.cuh"

namespace gpu {

inline const std::vector<index_t> sizes_of_aggregates{0,  1,    15,   16,     17,       31,
                                                      33, 1000, 8191, 65'537, 1'000'003};

/// Compares every policy (`All`) or one of them with tree_fold.
template <bool All, class Make, class Init, class Op, class Same>
void check_sizes(const Make& make, const Init& init, const Op& op, const Same& same) {
    for (const index_t n : sizes_of_aggregates) {
        const auto items = support::make_items(n, make);
        const buffer<made_by<Make>> x(items);
        const auto expected = impulse::tree_fold(items, init, op);
        const auto check = [&](const std::string& name, const auto& policy) {
            for (const impulse::shape& shape :
                 {impulse::shape{}, impulse::shape{.blocks = 7, .threads = 96}}) {
                const auto got = impulse::reduce(policy.on(impulse::device).tune(shape), x, init, op);
                check_equal(describe(name, shape), n, same(got, expected));
            }
        };
        if constexpr (All)
            for_each_policy(check);
        else
            check(std::string("last_block"), impulse::last_block);
    }
}

inline constexpr auto bits = [](const auto& a, const auto& b) { return gpu::same_bits(a, b); };

struct make_byte {
    IMPULSE_SHARED std::uint8_t operator()(index_t i) const {
        return static_cast<std::uint8_t>(support::scatter(static_cast<std::uint64_t>(i)));
    }
};

}  // namespace gpu
