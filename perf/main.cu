// SPDX-License-Identifier: Apache-2.0
//
// CUB, Thrust and Impulse on one GPU, in one process.
#include <machine.cuh>
#include <rows.hpp>
#include <suite.hpp>

int main(int argc, char** argv) try {
    using namespace perf;
    benchmark::Initialize(&argc, argv);
    describe_machine();
    for (const auto part : {sums_by_size, sums_by_size_end_to_end, tree_by_size, sums_of_numbers,
                            ordered_sums, ordered_matrices, each_policy, dot_products, structs,
                            narrow_numbers, positions, moments, iterators, text})
        add(part());
    return run_all(argc, argv);
} catch (const std::exception& failure) {
    std::fprintf(stderr, "perf_device: %s\n", failure.what());
    return 1;
}
