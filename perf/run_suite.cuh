// SPDX-License-Identifier: Apache-2.0
// The main program of a suite whose rows measure themselves.
#pragma once

#include <initializer_list>
#include <machine.cuh>
#include <measured_row.hpp>

namespace perf {

inline finding measure(const row& of) {
    lab& on = lab::instance();
    if (on.profiles()) on.profiled_row = std::to_string(of.n) + "," + of.name;
    finding found{of.seconds()};
    if (on.profiles()) return found;
    found.lesson = of.lesson;
    found.add("n", of.n);
    if (of.useful_bytes > 0) found.add_rate(of.useful_bytes);
    if (of.touched_bytes > of.useful_bytes)
        found.add("touched_bytes_per_second", of.touched_bytes / found.seconds);
    if (of.operations > 0) found.add("operations_per_second", of.operations / found.seconds);
    if (of.explained_by)
        for (const figure& each : of.explained_by(found.seconds)) found.figures.push_back(each);
    return found;
}

/// A function that makes rows. A profiler runs one kernel at a time, and sees neither copies nor the host, so
/// rows about these have no counters.
struct row_family {
    rows (*make)();
    bool has_counters = true;
};

/// The main program of a suite. Its argument `once` calls once every row that has counters and that the
/// filter selects; `context` adds the baseline of the rows to a measurement.
inline int run_suite(const char* suite, int argc, char** argv, const std::function<void()>& context,
                     std::initializer_list<row_family> families) {
    return main_of(suite, 1, argc, argv, [&](int arguments, char** values) {
        const bool once = arguments > 1 && values[1] == std::string("once");
        describe_machine();
        if (once) {
            cudaDeviceProp card{};
            check(cudaGetDeviceProperties(&card, 0), "looking for a GPU");
            std::printf("card,%s\n", card.name);
            lab::instance().profile_only();
        } else {
            context();
        }
        for (const row_family& each : families) {
            if (once && !each.has_counters) continue;
            for (const row& its : each.make())
                report::instance().add(std::string(suite) + "/" + its.name, [its] { return measure(its); });
        }
    });
}

}  // namespace perf
