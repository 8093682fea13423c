// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the example programs are asked for: FILE..., --policy, --on and --help, the same for all; and
/// what those that read streams are asked for beside it.
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
    std::string name;  ///< the program's
    std::vector<std::string> files;
    std::vector<std::string> policies;  ///< of policy_names
    std::string place;                  ///< "host", "device", or empty: wherever there is one
    bool compare = false;               ///< reduce what is in memory under all policies, beside a reference
    std::string checkpoint;             ///< a file, or empty
};

/// Something is wrong with what the program was asked for, rather than with what it did.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A program was interrupted, and has left a checkpoint.
struct stopped {
    int signal;
};

inline options parse(const std::string& name, const std::vector<std::string>& arguments, bool streams) {
    options o;
    o.name = name;
    o.compare = !streams;
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
        if (only_files || argument.empty() || argument[0] != '-' || (streams && argument == "-"))
            o.files.push_back(argument);
        else if (argument == "--")
            only_files = true;
        else if (argument == "--policy")
            o.policies.push_back(value_of(policy_names));
        else if (argument == "--on")
            o.place = value_of({"host", "device"});
        else if (streams && argument == "--compare")
            o.compare = true;
        else if (streams && argument == "--checkpoint" && i + 1 < arguments.size())
            o.checkpoint = arguments[++i];
        else
            throw usage_error("unknown option " + argument + "; --help says what there is");
    }
    if (o.compare) {
        if (o.files.empty()) throw usage_error("expected at least one FILE; --help says more");
        if (!o.checkpoint.empty()) throw usage_error("--checkpoint goes without --compare");
        if (streams && std::find(o.files.begin(), o.files.end(), "-") != o.files.end())
            throw usage_error("--compare reads files more than once, and so not the standard input");
    } else {
        if (o.files.empty()) o.files = {"-"};
        if (!o.policies.empty()) throw usage_error("--policy goes with --compare");
    }
    if (o.policies.empty()) o.policies = policy_names;
    return o;
}

/// The frame of a program: exit status 0 where all results equal the reference, 1 where one does not or the
/// work failed, 2 where the program cannot do what it was asked for, 128 and the signal's number where it was
/// interrupted. `compare` does the work by all policies beside a reference; `stream`, if there is one, once
/// and on input of any length.
inline int run_program(int argc, char** argv, const char* about, bool (*compare)(const options&),
                       void (*stream)(const options&) = nullptr) {
    const std::string path = argv[0];
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    options o;
    try {
        if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
            const char* const policies =
                "  --policy NAME     automatic, single_block, two_pass, last_block or work_queue, once or\n"
                "                    more; all unless given\n"
                "  --on host|device  on the CPU or on the GPU; on both, where there is a GPU, unless given\n";
            if (!stream)
                std::printf("usage: %s [--policy NAME]... [--on host|device] FILE...\n\n%s\n\n%s",
                            name.c_str(), about, policies);
            else
                std::printf(
                    "usage: %s [--on host|device] [--checkpoint CHECKPOINT] [FILE]...\n"
                    "       %s --compare [--policy NAME]... [--on host|device] FILE...\n\n%s\n\n"
                    "Reads the standard input where there is no FILE, or where it is -.\n\n"
                    "  --on host|device  on the CPU, unless given, or on the GPU\n"
                    "  --checkpoint CHECKPOINT\n"
                    "                    a file: what was come to is written there every second, and when "
                    "the\n"
                    "                    program is interrupted (SIGINT, SIGTERM); from there the same "
                    "command\n"
                    "                    goes on. A pipe must then be given again from its beginning\n\n"
                    "With --compare it reads the files into memory, reduces them in every way, and "
                    "compares.\n\n%s",
                    name.c_str(), name.c_str(), about, policies);
            return 0;
        }
        o = parse(name, arguments, stream != nullptr);
        if (o.compare) return compare(o) ? 0 : 1;
        stream(o);
        if (!o.checkpoint.empty()) (void)std::remove(o.checkpoint.c_str());  // nothing is left to go on with
        return 0;
    } catch (const stopped& s) {
        std::fprintf(stderr, "%s: interrupted; the same command goes on from %s\n", name.c_str(),
                     o.checkpoint.c_str());
        return 128 + s.signal;
    } catch (const usage_error& e) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
        return 1;
    }
}

}  // namespace examples
