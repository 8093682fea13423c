// SPDX-License-Identifier: Apache-2.0
//
// The first trees over int, float and double: instructions limit them, not memory, so the rows show what a
// type costs.
#include <execution/families.hpp>
#include <execution/number_trees.cuh>
#include <launcher.cuh>
#include <memory/sums.cuh>

namespace perf {

namespace {

constexpr int n = 1 << 26;

/// The items of the pool have the same values in every type. Their sum is exact, so the sum of the ints is
/// the expected result for all types.
int known_sum() {
    static const int sum = expected_sum(reinterpret_cast<const int*>(lab::instance().items(fill<int>)), {n});
    return sum;
}

template <class Tree, class Number>
row summed(const char* tree, const char* type, const char* lesson) {
    const auto measure = [] {
        const int expected = known_sum();
        auto* const items =
            const_cast<Number*>(reinterpret_cast<const Number*>(lab::instance().items(fill<Number>)));
        const device_memory scratch((n / 128 + 4096) * sizeof(Number));
        const device_memory out(sizeof(Number));
        const ladder::work<Number> on{items, n, scratch.data<Number>(), nullptr, out.data<Number>()};
        return gpu_seconds(
            [&] { ladder::level_by_level(launcher(), on, sum_by_tree<Tree, Number>, tree_size, tree_size); },
            [&] {
                const Number sum = *launcher().fetch(out.data<Number>(), 1);
                require_equal(static_cast<int>(sum), expected);
                check(cudaMemset(out.data(), 0xff, out.bytes()), "clearing a sum");
                check(cudaDeviceSynchronize(), "clearing a sum");
            });
    };
    constexpr double bytes = static_cast<double>(n) * sizeof(Number);
    return {std::string("number types/") + tree + ", " + type, lesson, n, bytes, bytes, measure};
}

template <class Tree>
void add_types(rows& all, const char* name, const char* lesson) {
    all.push_back(summed<Tree, int>(name, "int", lesson));
    all.push_back(summed<Tree, float>(name, "float", lesson));
    all.push_back(summed<Tree, double>(name, "double", lesson));
}

}  // namespace

rows number_types() {
    rows all;
    add_types<ladder::modulo_tree>(all, "reduce0", "neighbours by a modulo: most lanes of each warp rest");
    add_types<ladder::contiguous_tree>(all, "reduce1", "neighbours by contiguous lanes, which meet in banks");
    add_types<ladder::interleaved_tree>(all, "reduce2", "pairs far apart: no lanes meet");
    return all;
}

}  // namespace perf
