// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long a rank waits for the others.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(nccl.hpp)

#include <chrono>
#include <cstdio>
#include <string>

namespace impulse::inline IMPULSE_ABI::detail {

/// The limit of every wait of a call; the default is none.
using time_limit = std::chrono::nanoseconds;
inline constexpr time_limit no_time_limit = (time_limit::max)();

/// Measures one wait, which begins with the constructor.
class deadline {
  public:
    explicit deadline(time_limit limit) : limit_(limit) {}
    bool is_over() const { return std::chrono::steady_clock::now() - begin_ >= limit_; }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    time_limit limit_;
};

/// The limit as text, such as "2.5 s".
inline std::string in_seconds(time_limit limit) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", std::chrono::duration<double>(limit).count());
    return text;
}

}  // namespace impulse::detail
