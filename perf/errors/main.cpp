// SPDX-License-Identifier: Apache-2.0
//
// The distance of sums and variances from the exact ones: the library's, and others.
#include <host/machine.hpp>

#include "errors.hpp"

int main(int argc, char** argv) {
    return perf::main_of("perf_errors", 0, argc, argv, [](int, char**) {
        perf::describe_host();
        perf::report::context("note", "Errors are relative to the sum of |x|, or to the variance");
        perf::tell_errors_of_sums();
        perf::tell_errors_of_variances();
    });
}
