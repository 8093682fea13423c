// SPDX-License-Identifier: Apache-2.0
//
// The standard library, OpenMP, Thrust and Impulse on the CPU, in one process. Two rows of each comparison:
// by the tree, and reordered. `--quick` prints every algorithm beside the roof, `--roof` the same at more
// sizes.
#include <cstdlib>
#include <string>

#include "comparison.hpp"
#include "machine.hpp"
#include "roof.hpp"

int main(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "--quick" || first == "--roof") return perf::print_roof(first == "--quick");
    // Of LLVM's OpenMP, whose threads would spin for 200 ms against the sides that follow (turns.cpp).
    setenv("KMP_BLOCKTIME", "5", 0);
    return perf::main_of("perf_host", 0, argc, argv, [](int, char**) {
        perf::describe_host();
        for (const auto& one : perf::all_comparisons())
            for (const std::string ours : {"tree", "reordered"})
                perf::report::instance().add("host/" + ours + " " + one->type + "/" + std::to_string(one->n),
                                             [one, ours] { return one->measure(ours); });
    });
}
