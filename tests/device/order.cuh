// SPDX-License-Identifier: Apache-2.0
/// \file
/// One operator on the GPU: every policy, shape and size class against the serial fold.
#pragma once

#include <doctest/doctest.h>

#include "gpu.cuh"
#include "shapes.cuh"

#include <string>
#include <vector>

namespace gpu {

/// doctest need not know how the values are printed.
inline void check_equal(const std::string& what, index_t n, bool equal) {
    CAPTURE(what);
    CAPTURE(n);
    CHECK(equal);
}

/// init ∘ x0 ∘ ... ∘ xn-1 for each n of an ascending list, one after the other.
template <class T, class Init, class Op>
std::vector<Init> serial_folds(const std::vector<T>& items, const std::vector<index_t>& sizes, Init init,
                               Op op) {
    std::vector<Init> folds;
    index_t done = 0;
    for (const index_t n : sizes) {
        for (; done < n; ++done) init = op(init, items[static_cast<std::size_t>(done)]);
        folds.push_back(init);
    }
    return folds;
}

/// `init` need not be an identity, nor of the items' type; the accumulator must be Init.
template <class Make, class Init, class Op>
void check_fold(const Make& make, const Init& init, const Op& op, unsigned long long salt) {
    using item = made_by<Make>;
    auto random = support::random_source(salt);
    constexpr index_t tile = impulse::tile_items<Init, impulse::contiguous_source<item>, Op>(32);
    const index_t most = (index_t{8} << 20) / index_t{sizeof(item)} + 1;
    const std::vector<index_t> all = sizes(sizeof(item), tile, most, random);
    const auto items = support::make_items(all.back(), make);
    const auto expected = serial_folds(items, all, init, op);
    const buffer<item> x(items);
    const stream s;
    for_each_policy([&](const std::string& name, const auto& policy) {
        for (const impulse::shape& shape : shapes())
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto on_gpu = policy.on(s).tune(shape);
                const Init got = impulse::reduce(on_gpu, x.data(), x.data() + all[i], init, op);
                check_equal(describe(name, shape), all[i], got == expected[i]);
            }
    });
}

}  // namespace gpu
