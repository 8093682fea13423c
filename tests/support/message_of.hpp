// SPDX-License-Identifier: Apache-2.0
// The message of a call that is refused.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace support {

template <class Error = std::invalid_argument, class Call>
std::string message_of(const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        const bool expected = dynamic_cast<const Error*>(&error) != nullptr;
        return (expected ? "" : "another exception: ") + std::string(error.what());
    }
    return "nothing was thrown";
}

}  // namespace support
