// SPDX-License-Identifier: Apache-2.0
// The machine and the software of a measurement.
#pragma once

#include <fstream>
#include <report.hpp>
#include <thread>

namespace perf {

inline std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
    return "CPU of unknown model";
}

inline std::string compiler() {
#if defined(__clang__)
    return "clang++ " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#else
    return "g++ " __VERSION__;
#endif
}

inline std::string host_back_end() {
#if defined(IMPULSE_HOST_TBB)
    return "tbb";
#elif defined(IMPULSE_HOST_THREADS)
    return "threads";
#else
    return "serial";
#endif
}

inline void describe_host() {
    report::context("cpu", cpu_model());
    report::context("threads", std::to_string(std::thread::hardware_concurrency()));
    report::context("compiler", compiler());
    report::context("host_back_end", host_back_end());
}

}  // namespace perf
