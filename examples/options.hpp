// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command line of the example programs: FILE..., --policy, --on and --help for all of them, and more
/// options for those that read streams.
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
    std::string name;  ///< the program's name
    std::vector<std::string> files;
    std::vector<std::string> policies;  ///< some of policy_names
    std::string place;                  ///< "host", "device", or empty for all places that this machine has
    bool compare = false;               ///< reduce in memory under all policies, and compare with a reference
    std::string checkpoint;             ///< a file, or empty for no checkpoint
};

/// An error in the command line, not in the work.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A signal interrupted the program, which has left a checkpoint.
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
            throw usage_error("unknown option " + argument + "; --help lists the options");
    }
    if (o.compare) {
        if (o.files.empty()) throw usage_error("expected at least one FILE; see --help");
        if (!o.checkpoint.empty()) throw usage_error("--checkpoint cannot be used with --compare");
        if (streams && std::find(o.files.begin(), o.files.end(), "-") != o.files.end())
            throw usage_error("--compare reads files more than once, so it cannot read the standard input");
    } else {
        if (o.files.empty()) o.files = {"-"};
        if (!o.policies.empty()) throw usage_error("--policy needs --compare");
    }
    if (o.policies.empty()) o.policies = policy_names;
    return o;
}

/// The main program of an example. The exit status is 0 if all results equal the reference, 1 if one does not
/// or the work failed, 2 if the command line is wrong, and 128 plus the signal's number after a signal.
/// `compare` does the work by all policies and compares with a reference. `stream`, if there is one, does it
/// once, on input of any length.
inline int run_program(int argc, char** argv, const char* about, bool (*compare)(const options&),
                       void (*stream)(const options&) = nullptr) {
    const std::string path = argv[0];
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    options o;
    try {
        if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
            const char* const policies =
                "  --policy NAME     automatic, single_block, two_pass, last_block or work_queue; can be\n"
                "                    repeated; default: all\n"
                "  --on host|device  on the CPU or on the GPU; default: both, if there is a GPU\n";
            if (!stream)
                std::printf("usage: %s [--policy NAME]... [--on host|device] FILE...\n\n%s\n\n%s",
                            name.c_str(), about, policies);
            else
                std::printf(
                    "usage: %s [--on host|device] [--checkpoint CHECKPOINT] [FILE]...\n"
                    "       %s --compare [--policy NAME]... [--on host|device] FILE...\n\n%s\n\n"
                    "Reads the standard input if there is no FILE, or if FILE is -.\n\n"
                    "  --on host|device  on the CPU (default) or on the GPU\n"
                    "  --checkpoint CHECKPOINT\n"
                    "                    a file. The program saves its state there every second, and when it "
                    "is\n"
                    "                    interrupted (SIGINT, SIGTERM); the same command continues "
                    "from there.\n"
                    "                    A pipe must then start from its beginning again\n\n"
                    "With --compare it reads the files into memory, reduces them in every way, and "
                    "compares the results.\n\n%s",
                    name.c_str(), name.c_str(), about, policies);
            return 0;
        }
        o = parse(name, arguments, stream != nullptr);
        if (o.compare) return compare(o) ? 0 : 1;
        stream(o);
        // A finished run leaves no checkpoint.
        if (!o.checkpoint.empty()) (void)std::remove(o.checkpoint.c_str());
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
