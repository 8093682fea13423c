// SPDX-License-Identifier: Apache-2.0
//
// The standard library, OpenMP, Thrust and Impulse on the CPU, in one process. Each comparison has two rows:
// in tree order, and reordered. `perf_host quick` compares every algorithm with the roof; `perf_host roof`
// does so at more sizes.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "comparison.hpp"
#include "machine.hpp"
#include "roof.hpp"

int main(int argc, char** argv) {
    // For LLVM's OpenMP, whose threads would spin for 200 ms and slow down the next side (turns.cpp).
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
