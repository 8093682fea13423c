// SPDX-License-Identifier: Apache-2.0
//
// The standard library, OpenMP, Thrust and Impulse on the CPU, in one process. Two rows of each comparison:
// by the tree, and reordered. `perf_host quick` has every algorithm beside the roof, `perf_host roof` the
// same at more sizes.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "comparison.hpp"
#include "machine.hpp"
#include "roof.hpp"

int main(int argc, char** argv) {
    // Of LLVM's OpenMP, whose threads would spin for 200 ms against the sides that follow (turns.cpp).
    setenv("KMP_BLOCKTIME", "5", 0);
    return perf::main_of("perf_host", 1, argc, argv, [](int arguments, char** values) {
        const std::string word = arguments > 1 ? values[1] : "";
        if (word == "quick" || word == "roof") return perf::tell_roof(word == "quick");
        if (word != "") throw std::invalid_argument("the argument is quick or roof, not " + word);
        perf::describe_host();
        for (const auto& one : perf::all_comparisons())
            for (const std::string ours : {"tree", "reordered"})
                perf::report::instance().add("host/" + ours + " " + one->type + "/" + std::to_string(one->n),
                                             [one, ours] { return one->measure(ours); });
    });
}
