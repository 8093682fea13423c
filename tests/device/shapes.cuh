// SPDX-License-Identifier: Apache-2.0
// All policies, user shapes, and the sizes at which a plan splits the work differently.
#pragma once

#include <doctest/doctest.h>

#include <policies.hpp>
#include <seed.hpp>

#include <impulse/reduce.hpp>

#include <algorithm>
#include <string>

namespace gpu {

using impulse::index_t;

using support::for_each_policy;

// For tests of other things than policies: each further policy adds a kernel.

inline constexpr auto for_two_policies = [](auto f) {
    support::detail::call_with(f, "two_pass", impulse::two_pass);
    support::detail::call_with(f, "work_queue", impulse::work_queue);
};
inline constexpr auto for_last_block = [](auto f) { f("last_block", impulse::last_block); };

/// Every policy, in a shape by hand.
inline auto each_policy_in(const impulse::shape& shape) {
    return [=](auto f) {
        for_each_policy([&](const std::string& name, const auto& policy) { f(name, policy.tune(shape)); });
    };
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

inline void sort_sizes(std::vector<index_t>& sizes, index_t most) {
    std::erase_if(sizes, [=](index_t n) { return n < 0 || n > most; });
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
}

/// Powers of two and their neighbours, up to `most`.
inline std::vector<index_t> powers_of_two(index_t most) {
    std::vector<index_t> all{0};
    for (index_t power = 1; power - 1 <= most; power *= 2)
        for (const index_t off : {-1, 0, 1}) all.push_back(power + off);
    sort_sizes(all, most);
    return all;
}

/// The sizes around every boundary of tiles, of the share of a warp and of subtrees, for all policies: those
/// that `plan_of(policy, n)` has where the tuning changes and between, and some random sizes. At most `most`.
template <class Plan>
std::vector<index_t> boundaries(index_t item_bytes, index_t most, const Plan& plan_of) {
    auto random = support::random_source(7);
    std::vector<index_t> bases = powers_of_two(most);
    const auto& rows = impulse::on_device::tuning_for(90);
    for (int row = 0; row < rows.rows; ++row) bases.push_back(rows.row[row].bytes / item_bytes);
    for (index_t upper = 100; upper < most; upper *= 10)
        bases.push_back(support::random_between(random, 1, upper));
    std::vector<index_t> all = bases;
    const auto around = [&](index_t n) {
        for (const index_t off : {-1, 0, 1}) all.push_back(n + off);
    };
    const auto size = static_cast<int>(item_bytes);
    const index_t tile = 32 * impulse::detail::tile_shape_for(size, 1, size, 1, 256).per_lane();
    for (index_t k = 1; k < 10; ++k) around(k * tile);
    around(tile / 4);  // below this size a lane loads fewer vectors
    for (const index_t n : bases) {
        if (n < 1) continue;
        around(n);
        for_each_policy([&](const std::string&, const auto& policy) {
            const impulse::tile_plan p = plan_of(policy, n).tiles;
            const index_t piece = index_t{p.leaf} << p.log2_subtree;
            for (const index_t unit : {32 * tile, piece})  // 32 tiles, and a subtree
                for (const index_t k : {index_t{1}, index_t{3}, n / unit, n / unit + 1}) around(k * unit);
        });
    }
    sort_sizes(all, most);
    return all;
}

}  // namespace gpu
