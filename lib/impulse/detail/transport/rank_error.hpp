// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all ranks of a call throw when one has thrown.
#ifndef IMPULSE_INTERNAL
#error "impulse: this header is internal; include <impulse/ranks.hpp>"
#include <impulse: this header is internal>
#endif
#pragma once

#include <impulse/config.hpp>

#include <stdexcept>
#include <string>

namespace impulse {
inline namespace IMPULSE_ABI {

/// A rank has thrown, and so all ranks of the call throw this: on the rank itself what it threw is nested
/// (std::rethrow_if_nested).
class rank_error : public std::runtime_error {
  public:
    rank_error(int rank, const std::string& what)
        : std::runtime_error("impulse: rank " + std::to_string(rank) + " failed: " + what), rank_(rank) {}

    /// The first of those that have thrown.
    int rank() const noexcept { return rank_; }

  private:
    int rank_;
};

}  // namespace IMPULSE_ABI
}  // namespace impulse
