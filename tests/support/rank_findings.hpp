// SPDX-License-Identifier: Apache-2.0
// What is wrong on one of several ranks, as text: a rank may be a thread, where no test can fail.
#pragma once

#include <message_of.hpp>

#include <exception>
#include <string>

namespace support {

class rank_findings {
  protected:
    rank_findings(int rank, int size) : rank_(rank), size_(size) {}

    void found(const std::string& what) {
        wrong_ += "rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ": " + what + "\n";
    }
    /// Makes the calls, and returns what is wrong in all so far; "" if nothing is.
    template <class Calls>
    std::string wrong_after(const Calls& calls) {
        try {
            calls();
        } catch (const std::exception& error) {
            found(std::string("thrown: ") + error.what());
        }
        return wrong_;
    }
    /// The call throws an error whose message contains a text.
    template <class Error, class Call>
    void says(const std::string& expected, const Call& call) {
        const std::string message = message_of<Error>(call);
        if (message.find(expected) == std::string::npos) found(message + "; expected " + expected);
    }

    int rank_;
    int size_;

  private:
    std::string wrong_;
};

}  // namespace support
