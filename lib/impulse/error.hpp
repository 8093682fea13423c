// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the library says what went wrong: `std::invalid_argument` for arguments (which one, its value, what was
/// expected) and `cuda_error` for what CUDA reports (what was being done, and CUDA's words).
#pragma once

#include <impulse/config.hpp>

#include <stdexcept>
#include <string>

#if IMPULSE_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

namespace impulse {
inline namespace IMPULSE_ABI {

namespace detail {

[[noreturn]] inline void bad_argument(const std::string& which, const std::string& value,
                                      const std::string& expected) {
    throw std::invalid_argument("impulse: " + which + " is " + value + "; expected " + expected);
}

}  // namespace detail

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

#if IMPULSE_HAS_CUDA
/// A call of CUDA failed. The library is usable again unless CUDA itself calls the error sticky.
class cuda_error : public std::runtime_error {
  public:
    cuda_error(cudaError_t code, const std::string& doing)
        : std::runtime_error("impulse: " + doing + ": " + cudaGetErrorName(code) + " (" +
                             cudaGetErrorString(code) + ")"),
          code_(code) {}

    /// What CUDA returned.
    cudaError_t code() const noexcept { return code_; }

  private:
    cudaError_t code_;
};

namespace detail {

/// Throws a cuda_error unless `code` is success, and takes the error out of CUDA's last-error slot, so that
/// the caller's next check does not find it again.
inline void check_cuda(cudaError_t code, const char* doing) {
    if (code == cudaSuccess) return;
    (void)cudaGetLastError();
    throw cuda_error(code, doing);
}

/// Takes the error of a call that cannot be answered, in a destructor say, out of CUDA's last-error slot.
inline void ignore(cudaError_t code) noexcept {
    if (code != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace detail
#endif

}  // namespace IMPULSE_ABI
}  // namespace impulse
