// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a call says that is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace support {

template <class Error = std::invalid_argument, class Call>
std::string message_of(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace support
