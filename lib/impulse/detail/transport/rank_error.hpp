// SPDX-License-Identifier: Apache-2.0
/// \file
/// The exception on all ranks of a call when one of them has thrown.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(ranks.hpp)

#include <stdexcept>
#include <string>

namespace impulse::inline IMPULSE_ABI {

/// All ranks of a call throw this if one of them has thrown. On that rank its own exception is nested
/// (std::rethrow_if_nested).
class rank_error : public std::runtime_error {
  public:
    rank_error(int rank, const std::string& what)
        : std::runtime_error("impulse: rank " + std::to_string(rank) + " failed: " + what), rank_(rank) {}

    /// The first rank that has thrown.
    int rank() const noexcept { return rank_; }

  private:
    int rank_;
};

}  // namespace impulse
