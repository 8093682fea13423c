// SPDX-License-Identifier: Apache-2.0
// Errors of NCCL that tests request; refused.cu replaces the functions that report them.
#pragma once

#include <atomic>

namespace nccl {

inline std::atomic<bool> is_in_error = false;  ///< applies to every communicator

}  // namespace nccl
