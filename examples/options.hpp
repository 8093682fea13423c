// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the example programs are asked for: FILE..., --policy, --on and --help, the same for all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace examples {

inline const std::vector<std::string> policy_names = {"automatic", "single_block", "two_pass", "last_block",
                                                      "work_queue"};

struct options {
    std::vector<std::string> files;
    std::vector<std::string> policies;  ///< of policy_names
    std::string place;                  ///< "host", "device", or empty: wherever there is one
};

/// Something is wrong with what the program was asked for, rather than with what it did.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline options parse(const std::vector<std::string>& arguments) {
    options o;
    bool only_files = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const auto value_of = [&](const std::vector<std::string>& allowed) {
            const std::string value = ++i < arguments.size() ? arguments[i] : "";
            if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
            std::string message = argument + " is '" + value + "'; expected one of";
            for (const std::string& a : allowed) message += " " + a;
            throw usage_error(message);
        };
        if (only_files || argument.empty() || argument[0] != '-')
            o.files.push_back(argument);
        else if (argument == "--")
            only_files = true;
        else if (argument == "--policy")
            o.policies.push_back(value_of(policy_names));
        else if (argument == "--on")
            o.place = value_of({"host", "device"});
        else
            throw usage_error("unknown option " + argument + "; --help says what there is");
    }
    if (o.files.empty()) throw usage_error("expected at least one FILE; --help says more");
    if (o.policies.empty()) o.policies = policy_names;
    return o;
}

/// The frame of a program: exit status 0 where all results equal the reference, 1 where one does not or the
/// work failed, 2 where the program cannot do what it was asked for.
inline int run_program(int argc, char** argv, const char* about, bool (*program)(const options&)) {
    const std::string path = argv[0];
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
            std::printf(
                "usage: %s [--policy NAME]... [--on host|device] FILE...\n\n%s\n\n"
                "  --policy NAME     automatic, single_block, two_pass, last_block or work_queue, once or\n"
                "                    more; all unless given\n"
                "  --on host|device  on the CPU or on the GPU; on both, where there is a GPU, unless given\n",
                name.c_str(), about);
            return 0;
        }
        return program(parse(arguments)) ? 0 : 1;
    } catch (const usage_error& e) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
        return 1;
    }
}

}  // namespace examples
