// SPDX-License-Identifier: Apache-2.0
// A CUDA runtime of which the k-th call fails: runtime.cpp stands before each function that the
// library calls.
#pragma once

#include <failing.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <cstring>

namespace interposed {

/// Calls, of all threads.
inline support::failing_step calls;
/// Only calls of this function count, if one is named, and none of that.
inline const char* only = nullptr;
inline const char* spared = nullptr;
/// All calls of this function fail.
inline const char* broken = nullptr;
/// Calls of this function do nothing, and say that they did.
inline const char* idle = nullptr;

/// The one that failed last, and what it returned.
struct failure {
    const char* function = "";
    cudaError_t code = cudaSuccess;
};
inline failure failed;

/// What the runtime has given and not got back.
enum kind { memory, pinned_memory, stream, event, pool, kinds };
inline std::array<std::atomic<long>, kinds> alive{};

inline bool is(const char* named, const char* function) {
    return named != nullptr && std::strcmp(named, function) == 0;
}

/// Whether the call that is being made is to fail.
bool fails(const char* function, cudaError_t code);

}  // namespace interposed
