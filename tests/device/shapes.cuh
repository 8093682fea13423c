// SPDX-License-Identifier: Apache-2.0
/// \file
/// All policies, shapes by hand, and the sizes at which a grid on the GPU shares its work in another way.
#pragma once

#include <seed.hpp>
#include <sizes.hpp>

#include <impulse/reduce.hpp>

#include <string>
#include <vector>

namespace gpu {

using impulse::index_t;

/// Calls f(name, policy) for every policy. Names are strings, since doctest prints char pointers as addresses.
template <class F>
void for_each_policy(const F& f) {
    f(std::string("single_block"), impulse::single_block);
    f(std::string("two_pass"), impulse::two_pass);
    f(std::string("last_block"), impulse::last_block);
    f(std::string("work_queue"), impulse::work_queue);
    f(std::string("automatic"), impulse::automatic);
}

/// Default shapes first; then few and many threads, few and many blocks, and odd numbers of both.
inline const std::vector<impulse::shape>& shapes() {
    static const std::vector<impulse::shape> all{
        {},
        {.threads = 32},
        {.blocks = 3, .threads = 96},
        {.blocks = 1, .threads = 1024},
        {.blocks = 2, .threads = 32, .items = 1},
        {.blocks = 40, .threads = 1024, .items = 100},
        {.blocks = 131, .threads = 256, .items = 5000},
        {.blocks = 5000, .threads = 96},
        {.blocks = 1 << 20, .threads = 32},
    };
    return all;
}

inline std::string describe(const std::string& policy, const impulse::shape& shape) {
    return std::string(policy) + ", blocks " + std::to_string(shape.blocks) + ", threads " +
           std::to_string(shape.threads) + ", items " + std::to_string(shape.items);
}

/// None, one, around a warp, a tile, a tile for each of 32 warps, where the default shapes change (one block up to
/// 32 KiB in order, 128 KiB else; other grids from 2 and 8 MiB on); and some by chance. At most `most`.
template <class Random>
std::vector<index_t> sizes(int item_bytes, index_t tile, index_t most, Random& random) {
    std::vector<index_t> all = support::size_classes(32, tile, random);
    for (const index_t kibibytes : {32, 128, 256, 2048, 8192})
        for (const index_t off : {-1, 0, 1}) all.push_back(kibibytes * 1024 / item_bytes + off);
    for (index_t upper = 100; upper < most; upper *= 10)
        all.push_back(support::random_between(random, 1, upper));
    std::erase_if(all, [=](index_t n) { return n > most; });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace gpu
