// SPDX-License-Identifier: Apache-2.0
// A child of this process that continues the same program (fork without exec), with a time limit.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace support {

/// The exit status of a child that calls f(), which returns a number from 0 to 255; or the signal that ended
/// it, such as SIGALRM (14) after the given number of seconds.
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
        _exit(said);  // destructors of this process's objects must not run twice
    }
    int how = 0;
    if (child < 0 || waitpid(child, &how, 0) != child) return "there is no child";
    if (WIFSIGNALED(how)) return "ended by signal " + std::to_string(WTERMSIG(how));
    return "said " + std::to_string(WEXITSTATUS(how));
}

}  // namespace support
