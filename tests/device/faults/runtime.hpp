// SPDX-License-Identifier: Apache-2.0
// A CUDA runtime whose k-th call fails: runtime.cpp replaces each function that the library calls.
#pragma once

#include <failing.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <cstring>

namespace interposed {

/// Counts the calls of all threads.
inline support::failing_step calls;
/// If not null: only calls of this function count; calls of `spared` never count.
inline const char* only = nullptr;
inline const char* spared = nullptr;
/// If not null: all calls of this function fail.
inline const char* broken = nullptr;
/// If not null: calls of this function do nothing, and return success.
inline const char* idle = nullptr;

/// The call that failed last, and what it returned.
struct failure {
    const char* function = "";
    cudaError_t code = cudaSuccess;
};
inline failure failed;

/// What the runtime has allocated and not yet freed.
enum kind { memory, pinned_memory, stream, event, pool, kinds };
inline std::array<std::atomic<long>, kinds> alive{};

inline bool is(const char* named, const char* function) {
    return named != nullptr && std::strcmp(named, function) == 0;
}

/// Whether the current call must fail.
bool fails(const char* function, cudaError_t code);

}  // namespace interposed
