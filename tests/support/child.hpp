// SPDX-License-Identifier: Apache-2.0
/// \file
/// A child of this process that goes on in the same program (fork without exec), for a limited time.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace support {

/// What a child says that calls f(), a number of 0 to 255; or that it was ended by a signal, as one is that
/// takes longer than so many seconds (SIGALRM, 14).
template <class F>
std::string said_by_child(unsigned seconds, const F& f) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(seconds);
        int said = 255;
        try {
            said = f();
        } catch (...) {
        }
        _exit(said);  // no destructor of this process's objects runs twice
    }
    int how = 0;
    if (child < 0 || waitpid(child, &how, 0) != child) return "there is no child";
    if (WIFSIGNALED(how)) return "ended by signal " + std::to_string(WTERMSIG(how));
    return "said " + std::to_string(WEXITSTATUS(how));
}

}  // namespace support
