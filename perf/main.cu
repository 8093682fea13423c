// SPDX-License-Identifier: Apache-2.0
//
// Compares CUB, Thrust and Impulse on one GPU, in one process.
#include <machine.cuh>
#include <rows.hpp>

int main(int argc, char** argv) {
    using namespace perf;
    return main_of("perf_device", 0, argc, argv, [](int, char**) {
        describe_machine();
        report::context("note",
                        "GPU time of graph replays, L2 cache cold (e2e: by the host's clock, to the "
                        "value), all sides by turns");
        for (const auto part : {sums_by_size, sums_by_size_end_to_end, tree_by_size, sums_of_numbers,
                                ordered_sums, ordered_matrices, each_policy, dot_products, structs,
                                narrow_numbers, positions, moments, one_less, iterators, text})
            for (const comparison& row : part())
                report::instance().add(row.row + "/" + std::to_string(row.n),
                                       [row] { return row.measure(); });
    });
}
