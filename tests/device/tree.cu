// SPDX-License-Identifier: Apache-2.0
// Every policy, size and shape gives the tree, bit for bit.
#include "tree.cuh"

#include <impulse/parts.hpp>

#include <algorithm>

namespace {

template <class T, class Op>
auto plans(const T& init, const Op& op) {
    return [=](const auto& policy, index_t n) {
        const T* const nowhere = nullptr;
        return impulse::reduce.plan(policy.on(impulse::device), nowhere, nowhere + n, init, op);
    };
}

const std::vector<impulse::shape> by_default{{}};

}  // namespace

TEST_CASE("tree: the fold that these tests compare with is impulse::tree_fold") {
    const std::vector<index_t> sizes{0, 1, 2, 3, 7, 8, 9, 1000, 65'537};
    const auto folds = gpu::tree_folds(gpu::make_hash{}, sizes, gpu::mix_init, gpu::mix{});
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::vector<std::uint64_t> items;
        for (index_t k = 0; k < sizes[i]; ++k) items.push_back(gpu::make_hash{}(k));
        CHECK(folds[i] == impulse::tree_fold(items, gpu::mix_init, gpu::mix{}));
    }
}

TEST_CASE("tree: the mix, at every boundary of tiles, shares and pieces") {
    const auto sizes = gpu::boundaries(8, index_t{9} << 20, plans(gpu::mix_init, gpu::mix{}));
    gpu::check_tree(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, sizes, by_default);
}

TEST_CASE("tree: sums of float, at every boundary of tiles, shares and pieces") {
    const auto sizes = gpu::boundaries(4, index_t{18} << 20, plans(0.1f, impulse::plus{}));
    gpu::check_tree(gpu::make_uneven<float>{}, 0.1f, impulse::plus{}, sizes, by_default);
}

TEST_CASE("tree: the mix, in shapes by hand") {
    gpu::check_tree(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::powers_of_two(index_t{1} << 21),
                    gpu::shapes());
    auto random = support::random_source(8);
    for (int round = 0; round < 20; ++round) {
        std::vector<index_t> sizes;
        for (const index_t most : {100, 10'000, 1'000'000})
            sizes.push_back(support::random_between(random, 1, most));
        std::sort(sizes.begin(), sizes.end());
        const impulse::shape shape{.blocks = support::random_between(random, 0, 300),
                                   .threads = 32 * static_cast<int>(support::random_between(random, 0, 32)),
                                   .items = support::random_between(random, 0, 5000)};
        gpu::check_tree(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, sizes, {shape});
    }
}

TEST_CASE("tree: powers of two and their neighbours, up to 2^28") {
    const auto sizes = gpu::powers_of_two((index_t{1} << 28) + 1);
    SUBCASE("the mix") { gpu::check_tree(gpu::make_hash{}, gpu::mix_init, gpu::mix{}, sizes, by_default); }
    SUBCASE("float") { gpu::check_tree(gpu::make_uneven<float>{}, 0.1f, impulse::plus{}, sizes, by_default); }
}

TEST_CASE("tree: the free monoid over 2^33 positions, stored nowhere") {
    const gpu::positions<support::make_stretch> first{0, {}};
    const auto check = [&](const std::string& name, const auto& policy) {
        for (const index_t n : {(index_t{1} << 32) + 12'345, (index_t{1} << 33) + 1}) {
            const auto joined = impulse::reduce(policy.on(impulse::device), first, first + n,
                                                support::stretch{-1, 0}, support::join_stretches{});
            gpu::check_equal(name, n, joined == support::stretch{-1, n});
        }
    };
    check("last_block", impulse::last_block);
    check("work_queue", impulse::work_queue);
}

TEST_CASE("tree: 2^33 items in one reduction and in parts") {
    const gpu::positions<gpu::make_hash> first{0, {}};
    const auto how = impulse::last_block.on(impulse::device);
    const index_t n = (index_t{1} << 33) + 54'321;
    const std::uint64_t whole = impulse::reduce(how, first, first + n, gpu::mix_init, gpu::mix{});
    auto random = support::random_source(9);
    std::vector<index_t> cuts{0, n};
    for (int i = 0; i < 9; ++i) cuts.push_back(support::random_between(random, 0, n));
    std::sort(cuts.begin(), cuts.end());
    impulse::forest<std::uint64_t> joined;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        joined = impulse::join(
            joined, impulse::reduce_part(how, first + cuts[i], first + cuts[i + 1], cuts[i], gpu::mix{}),
            gpu::mix{});
    CHECK(joined.value(gpu::mix_init, gpu::mix{}) == whole);
}
